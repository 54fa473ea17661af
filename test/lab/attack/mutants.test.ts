/** Protocols that are broken on purpose are flagged, and their sound twins are not. */

import { describe, expect, test } from 'vitest';
import { examine } from '../../../experiments/mutants/examine.ts';
import { mutants, twins } from '../../../experiments/mutants/mutants.ts';

/** One of each kind: `npm run mutants` has them all, under many seeds. */
const QUICK = new Set([
  'equal noise',
  'noise of one prime',
  'one key',
  'noise of 8 bits',
  'no noise',
  'order',
  'time',
  'size',
  'time by spread',
  'bytes',
  'low bit',
  'low bits of two',
  'nearer',
  'masks reused',
]);

describe('flags a protocol with', () => {
  test.each(mutants.filter(({ name }) => QUICK.has(name)))('$name: $what', async (mutant) => {
    expect((await examine(mutant, 2)).flagged).toBeDefined();
  });
});

test.each(twins)('has nothing to say against $name as it is', async (twin) => {
  expect((await examine(twin, 2)).flagged).toBeUndefined();
});

test('there are fifteen at least', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(15);
});
