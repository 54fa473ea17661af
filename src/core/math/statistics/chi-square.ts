/** Pearson's chi-square test (Pearson 1900): whether counts, or residues, are evenly distributed. */

import { exp, log, square } from '../elementary/index.ts';
import { NORMAL_80 } from './normal-quantiles.ts';

/** Pearson's statistic for counts that should all be equal. */
export function pearson(counts: ArrayLike<number>): number {
  const values = Array.from(counts);
  const expected = values.reduce((sum, count) => sum + count, 0) / values.length;
  return values.reduce((sum, count) => sum + square(count - expected) / expected, 0);
}

/**
 * The probability of a chi-square statistic at least this large. For an even number of degrees of freedom it
 * is a finite sum: the probability that a Poisson variable of mean statistic / 2 is below half of them.
 */
export function chiSquareTail(statistic: number, evenDegrees: number): number {
  const half = statistic / 2;
  let logTerm = -half;
  let sum = exp(logTerm);
  for (let i = 1; i < evenDegrees / 2; i++) {
    logTerm += log(half / i);
    sum += exp(logTerm);
  }
  return Math.min(1, sum);
}

/**
 * The deviation from equal proportions that a chi-square test at this level detects in 8 of 10 cases, as the
 * root mean square over the cells, each relative to its proportion; by the normal approximation of the power.
 * @param degrees an even number of them
 */
export function leastDeviation(degrees: number, entries: number, level: number): number {
  let critical = degrees;
  while (chiSquareTail(critical, degrees) > level) critical += 0.5;
  let noncentrality = critical;
  for (let step = 0; step < 50; step++)
    noncentrality = critical - degrees + NORMAL_80 * Math.sqrt(2 * (degrees + 2 * noncentrality));
  return Math.sqrt(noncentrality / entries);
}

/** How well the joint distribution of several values fits the uniform one. */
export interface Uniformity {
  readonly entries: number;
  readonly cells: number;
  readonly statistic: number;
  readonly pValue: number;
}

/**
 * Tests whether vectors of residues are jointly uniform: every residue falls into one of an odd number of
 * equal ranges, as fine as the number of entries allows (8 per cell); if there are very many vectors, only
 * the first ones count. Undefined if there are too few entries to say anything.
 * @param vectors of one length, each entry in [0, p); entries at the same position belong together
 */
export function uniformity(vectors: readonly ArrayLike<number>[], p: number): Uniformity | undefined {
  const length = vectors[0]?.length ?? 0;
  const most = length / 8;
  const used = vectors.slice(0, Math.max(1, Math.floor(log(most) / log(3))));
  let ranges = Math.min(p, 15) | 1;
  const cells = (): number => used.reduce((product) => product * ranges, 1);
  while (cells() > most && ranges > 1) ranges -= 2;
  if (ranges < 3) return undefined;
  const counts = new Float64Array(cells());
  for (let i = 0; i < length; i++) {
    counts[used.reduce((cell, vector) => cell * ranges + Math.floor((vector[i] / p) * ranges), 0)]++;
  }
  const statistic = pearson(counts);
  const pValue = chiSquareTail(statistic, counts.length - 1);
  return { entries: length, cells: counts.length, statistic, pValue };
}
