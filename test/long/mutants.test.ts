/** Protocols that are broken on purpose are flagged, and their sound twins are not. */

import { describe, expect, test } from 'vitest';
import { examine } from '../../experiments/mutants/examine.ts';
import { mutants } from '../../experiments/mutants/mutants.ts';
import { twins, variations } from '../../experiments/mutants/variations.ts';

/** One of each kind: `npm run mutants` has them all, under many seeds. */
const QUICK = new Set([
  'equal noise',
  'one key',
  'no noise',
  'order',
  'time',
  'bytes',
  'low bit',
  'masks reused',
]);

const TWINS = new Set<unknown>(['secfc', 'additive', 'mufc']);

describe('flags a protocol with', () => {
  test.each(mutants.filter(({ name }) => QUICK.has(name)))('$name: $what', async (mutant) => {
    expect((await examine(mutant, 2)).flagged).not.toEqual([]);
  });
});

test.each(twins.filter(({ setting }) => TWINS.has(setting)))(
  'has nothing to say against $name as it is',
  async (twin) => {
    expect((await examine(twin, 2)).flagged).toEqual([]);
  },
);

test('there are sixty at least, and forty variations', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
  expect(variations.length).toBeGreaterThanOrEqual(40);
});
