/** Whether residues are evenly distributed over ranges. */

import { chiSquareTail, leastDeviation, pearson } from '../../../core/math/statistics/chi-square.ts';
import type { Stack } from './samples.ts';
import type { Tested } from './tested.ts';

/** The number of equal ranges into which residues are counted. */
export const RANGES = 15;

/**
 * Whether residues are evenly distributed over equal ranges, for each type of message, sender and prime.
 * @param level below which a probability is flagged, corrected for all tests but not for the number of tries
 *   of this one
 */
export function evenness(stacks: readonly Stack[], level: number): Tested[] {
  const groups = new Map<string, { readonly counts: Float64Array; entries: number }>();
  for (const { type, from, plane, modulus, runs } of stacks) {
    if (modulus === undefined || modulus < 2n ** 16n) continue;
    const name = `${type} from ${from}, prime ${plane + 1}`;
    const group = groups.get(name) ?? { counts: new Float64Array(RANGES), entries: 0 };
    groups.set(name, group);
    for (const entries of runs) {
      for (const value of entries) group.counts[Number((value * BigInt(RANGES)) / modulus)]++;
      group.entries += entries.length;
    }
  }
  const tried = [...groups].filter(([, { entries }]) => entries >= 8 * RANGES);
  if (tried.length === 0) return [];
  let least = { pValue: 2, where: 'none' };
  for (const [where, { counts }] of tried) {
    const pValue = chiSquareTail(pearson(counts), RANGES - 1);
    if (pValue < least.pValue) least = { pValue, where };
  }
  const entries = Math.min(...tried.map(([, group]) => group.entries));
  const noticed = leastDeviation(RANGES - 1, entries, level / tried.length);
  return [
    {
      test: 'evenness',
      tries: tried.length,
      pValue: Math.min(1, least.pValue * tried.length),
      where: least.where,
      sees: 'ranges that are off by so much of their share',
      power: { share: 0.8, at: noticed },
    },
  ];
}
