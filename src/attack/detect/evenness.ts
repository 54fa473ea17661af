/** Whether residues fall evenly into ranges. */

import { chiSquareTail, pearson } from '../statistics.ts';
import type { Stack } from './samples.ts';
import type { Tested } from './tested.ts';

/** Residues are counted in so many equal ranges. */
export const RANGES = 15;

/** Whether residues fall evenly into equal ranges, for each type of message, sender and prime. */
export function evenness(stacks: readonly Stack[]): Tested[] {
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
  const noticed = Math.sqrt(noncentrality(RANGES - 1, tried.length) / entries);
  return [
    {
      test: 'evenness',
      tries: tried.length,
      pValue: Math.min(1, least.pValue * tried.length),
      where: least.where,
      sees: `in 8 of 10 cases ranges that are off by ${(100 * noticed).toPrecision(2)} % of their share`,
    },
  ];
}

/**
 * The noncentrality at which a chi-square test at level 0.01, corrected for so many tries, succeeds in 8 of 10 cases, by
 * the normal approximation of both distributions.
 */
function noncentrality(degrees: number, tries: number): number {
  // The quantiles of 1 - 0.01 / tries and of 0.8.
  const level = Math.sqrt(2 * Math.log(tries / 0.01));
  const critical = level * Math.sqrt(2 * degrees);
  let found = critical;
  for (let step = 0; step < 50; step++) found = critical + 0.842 * Math.sqrt(2 * (degrees + 2 * found));
  return found;
}
