import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { standard } from '../../../bin/standard.ts';
import { CahootsError, CahootsErrors } from '../../../src/core/base/errors.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { values, withOneEdit } from '../../support/scenario-edits.ts';
import { edited } from '../../support/small-scenario.ts';
import { thoroughly } from '../../support/long.ts';

const plugins = [standard];

const write = temporaryFiles();
/** With fewer points, as most edits leave a scenario that loads. */
const quickstart = edited(
  readFileSync(new URL('../../../scenarios/quickstart.yaml', import.meta.url), 'utf8'),
  ['points: 1000', 'points: 60'],
  ['dimension: 20', 'dimension: 3'],
);

/** What is said about a scenario, nothing where it loads; anything but a mistake of the user passes through. */
function answers(text: string, set: readonly string[] = []): readonly string[] {
  const file = write('fuzz.yaml', text);
  try {
    loadScenario(file, { plugins, set });
    return [];
  } catch (error) {
    if (!(error instanceof CahootsError) || error.code !== 'bad-input') throw error;
    return (error instanceof CahootsErrors ? error.errors : [error]).map(({ message }) => message);
  }
}

const unclear = (said: readonly string[]): readonly string[] =>
  said.filter((message) => !/expected [^]*, got /.test(message));

/** Without aliases, which stringify writes for a part that comes twice. */
const yaml = (value: unknown): string => stringify(value, { aliasDuplicateObjects: false });

test('any value at all is a scenario or a mistake of the user', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(unclear(answers(yaml(value)))).toEqual([]);
    }),
    { numRuns: thoroughly(75, 250) },
  );
});

test('one edit of a right scenario leaves a scenario or a mistake of the user', () => {
  let right = 0;
  let wrong = 0;
  fc.assert(
    fc.property(withOneEdit(parse(quickstart)), (document) => {
      const said = answers(yaml(document));
      expect(unclear(said)).toEqual([]);
      if (said.length === 0) right++;
      else wrong++;
    }),
    { numRuns: thoroughly(75, 250) },
  );
  expect(right).toBeGreaterThan(5);
  expect(wrong).toBeGreaterThan(20);
});

test('one slip of the keyboard leaves a scenario or a mistake of the user', () => {
  const at = fc.nat(quickstart.length - 1);
  const slips = fc.tuple(at, fc.nat(2), fc.constantFrom(...'\t\n :-,[]{}#\'"|>!%@`?~.019ae&*'));
  fc.assert(
    fc.property(slips, ([i, removed, added]) => {
      const said = answers(quickstart.slice(0, i) + added + quickstart.slice(i + removed));
      expect(unclear(said)).toEqual([]);
    }),
    { numRuns: thoroughly(75, 250) },
  );
});

test('any setting from outside leaves a scenario or a mistake of the user', () => {
  const steps = ['protocol', 'network', 'devices', 'overrides', '0', '1', 'latency', 'x', 'by', 'name'];
  const path = fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 4 });
  const text = fc.oneof(
    values.map(String),
    fc.constantFrom('{a: 1}', '[1]', '[', '!x y', '&a [*a]', '*a', "'", '{}'),
  );
  fc.assert(
    fc.property(path, text, (keys, value) => {
      expect(unclear(answers(quickstart, [`${keys.join('.')}=${value}`]))).toEqual([]);
    }),
    { numRuns: thoroughly(75, 250) },
  );
});
