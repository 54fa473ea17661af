import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mergeSweeps } from '../../../src/studies/batch/merge.ts';
import { resultsAt } from '../../../src/studies/batch/results.ts';
import { sweep } from '../../../src/studies/batch/sweep.ts';
import { planSweep, type SweepPlan } from '../../../src/studies/batch/sweep-plan.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { plugins } from '../../support/plugins.ts';
import { SMALL } from '../../support/small-scenario.ts';

const write = temporaryFiles();
const SWEEP = `${SMALL}sweep: { protocol: [secfc, lloyd], protocol.privacy: [1, 2], seeds: 12 }\n`;
const RUNS = 36;
const PARTS = 16;
let folder = '';
let plan: SweepPlan;
const at = (name: string): string => join(folder, name);
const text = (name: string, file: string): string => readFileSync(join(at(name), file), 'utf8');
const part = (index: number, out: string) =>
  sweep(plan, { plugins, threads: 0, out: at(out), shard: { index, of: PARTS } });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-sweep-'));
  plan = planSweep(write('sweep.yaml', SWEEP), { plugins });
  await sweep(plan, { plugins, threads: 2, out: at('whole') });
  for (let index = 1; index <= PARTS; index++) await part(index, `part-${index}`);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parts = Array.from({ length: PARTS }, (_, i) => `part-${i + 1}`);

describe('the parts of a sweep', () => {
  test('are together the same as the whole, byte for byte', async () => {
    expect((await mergeSweeps(parts.toReversed().map(at), at('merged'))).runs).toBe(RUNS);
    for (const file of ['rows.jsonl', 'figures.jsonl'])
      expect(text('merged', file)).toBe(text('whole', file));
    const about = (name: string) => ({ ...JSON.parse(text(name, 'sweep.json')), complete: undefined });
    expect(about('merged')).toEqual(about('whole'));
    expect(text('merged', 'measured.jsonl').split('\n')).toHaveLength(RUNS + 1);
  });

  test('that are missing are named', async () => {
    const some = parts.filter((name) => name !== 'part-2' && name !== 'part-4').map(at);
    await expect(mergeSweeps(some, at('nothing'))).rejects.toThrow(
      'expected all 16 parts, got none for 2/16, 4/16',
    );
  });

  test('that are there twice are named', async () => {
    const twice = [...parts, 'part-3'].map(at);
    await expect(mergeSweeps(twice, at('nothing'))).rejects.toThrow(
      /expected each part once, got 3\/16 in .*part-3 and /,
    );
  });

  test('of another sweep, that are not complete, or that were changed are refused', async () => {
    const other = planSweep(write('other.yaml', SWEEP.replace('seeds: 12', 'seeds: 11')), { plugins });
    await sweep(other, { plugins, threads: 0, out: at('other'), shard: { index: PARTS, of: PARTS } });
    const withOther = [...parts.slice(0, -1), 'other'].map(at);
    await expect(mergeSweeps(withOther, at('nothing'))).rejects.toThrow(
      /other: expected a part of the sweep of .*part-1/,
    );

    const stop = new AbortController();
    const stopped = sweep(plan, {
      plugins,
      threads: 0,
      out: at('stopped'),
      shard: { index: PARTS, of: PARTS },
      signal: stop.signal,
      onDone: () => stop.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    const withStopped = [...parts.slice(0, -1), 'stopped'].map(at);
    await expect(mergeSweeps(withStopped, at('nothing'))).rejects.toThrow(
      /expected a complete part, got 16\/16/,
    );

    writeFileSync(join(at('other'), 'sweep.json'), text('part-16', 'sweep.json'));
    writeFileSync(
      join(at('other'), 'rows.jsonl'),
      text('part-16', 'rows.jsonl').replace('"seed":', '"seed": '),
    );
    writeFileSync(join(at('other'), 'measured.jsonl'), text('part-16', 'measured.jsonl'));
    await expect(mergeSweeps(withOther, at('nothing'))).rejects.toThrow(
      /rows\.jsonl: expected rows as a sweep wrote them/,
    );
  });
});

test('a sweep goes on where it was stopped, and ends as if it never had been', async () => {
  const done: number[] = [];
  const endings: string[] = [];
  for (const most of [3, 7, Number.POSITIVE_INFINITY]) {
    const stop = new AbortController();
    const ran = sweep(plan, {
      plugins,
      threads: 0,
      out: at('going-on'),
      signal: stop.signal,
      onDone(count, _, fresh) {
        if (fresh > 0) done.push(count);
        if (count >= most) stop.abort(new Error('enough'));
      },
    });
    endings.push(
      await ran.then(
        () => 'done',
        (reason: Error) => reason.message,
      ),
    );
  }
  expect(endings).toEqual(['enough', 'enough', 'done']);
  expect(done).toEqual(Array.from({ length: RUNS }, (_, i) => i + 1));
  expect(text('going-on', 'rows.jsonl')).toBe(text('whole', 'rows.jsonl'));
});

test('results are read with the columns that are asked for, and what was measured', async () => {
  const { axes, read } = resultsAt(at('whole'));
  expect(axes).toEqual(['protocol', 'protocol.privacy']);
  const whole = await read();
  expect(whole).toHaveLength(RUNS);
  const columns = ['protocol.privacy', 'resultNs', 'clustered', 'measuredNs', 'name', 'nothing'];
  expect(await read(columns)).toEqual(
    whole.map((row) =>
      Object.fromEntries(
        columns.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])),
      ),
    ),
  );
});
