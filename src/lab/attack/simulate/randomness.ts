/**
 * Tests of randomness that know no simulation: entries that change together, vectors that come again, noise of few bits
 * or that cancels. They are made of real and of simulated views, and what both show is no leak.
 */

import { LEVEL } from '../detect/detect.ts';
import { testRandomness } from '../detect/randomness.ts';
import { MOST_ENTRIES, type Stack } from '../detect/samples.ts';
import type { Tested } from '../detect/tested.ts';
import type { PairTest } from './pair-test.ts';
import type { Slot } from './slots.ts';

/** Above this, simulated views have nothing of the kind. */
const UNSUSPICIOUS = 0.05;

/**
 * The tests of real views; their p-values are 1 where simulated ones are suspicious too.
 * @param slots with places at which some pair differs
 * @param worlds for each pair, on which points it runs: 0 on the scenario's own, which are looked at
 */
export function randomnessAmong(slots: readonly Slot[], worlds: readonly number[]): PairTest[] {
  const runs = worlds.flatMap((world, r) => (world === 0 ? [r] : []));
  const testsOf = (side: 'real' | 'simulated'): Tested[] => {
    const stacks = slots.flatMap((slot) => stackOf(slot, side, runs) ?? []);
    return stacks.length === 0 ? [] : testRandomness(stacks, [], LEVEL);
  };
  const real = testsOf('real');
  const simulated = real.some(({ pValue }) => pValue <= LEVEL) ? testsOf('simulated') : [];
  return real.map(({ test, where, pValue }) => {
    const other = simulated.find((one) => one.test === test);
    const isOwn = other === undefined || other.pValue > UNSUSPICIOUS;
    return { test, of: 'all residues', where, pValue: isOwn ? pValue : 1 };
  });
}

/** Undefined for what is no vector of residues, or does not come in all runs. */
function stackOf(slot: Slot, side: 'real' | 'simulated', runs: readonly number[]): Stack | undefined {
  const { type, from, to, nth, plane, residues, modulus } = slot;
  const vectors = runs.map((r) => slot[side][r]?.entries);
  const length = vectors[0]?.length ?? 0;
  if (!residues || length === 0 || vectors.some((entries) => entries?.length !== length)) return undefined;
  return {
    type,
    from,
    to,
    occurrence: nth,
    plane,
    modulus,
    runs: vectors.map((entries = []) =>
      Array.from({ length: Math.min(length, MOST_ENTRIES) }, (_, at) => BigInt(entries[at])),
    ),
  };
}
