/** Statistical tests and intervals. */

import { bisectLeft, bisectRight } from 'd3-array';

/** The 95% interval of a proportion (Wilson 1927). */
export function wilson(successes: number, trials: number): readonly [number, number] {
  if (trials === 0) return [0, 1];
  const z = 1.959963984540054;
  const p = successes / trials;
  const middle = p + z ** 2 / (2 * trials);
  const half = z * Math.sqrt((p * (1 - p)) / trials + z ** 2 / (4 * trials ** 2));
  const scale = 1 + z ** 2 / trials;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

/** Pearson's statistic for counts that should all be equal. */
export function pearson(counts: ArrayLike<number>): number {
  const values = Array.from(counts);
  const expected = values.reduce((sum, count) => sum + count, 0) / values.length;
  return values.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/**
 * The probability of a chi-square statistic at least this large. For an even number of degrees of freedom it
 * is a finite sum: the probability that a Poisson variable of mean statistic / 2 is below half of them.
 */
export function chiSquareTail(statistic: number, evenDegrees: number): number {
  const half = statistic / 2;
  let logTerm = -half;
  let sum = Math.exp(logTerm);
  for (let i = 1; i < evenDegrees / 2; i++) {
    logTerm += Math.log(half / i);
    sum += Math.exp(logTerm);
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
  // 0.842 is the quantile of 0.8.
  for (let step = 0; step < 50; step++)
    noncentrality = critical - degrees + 0.842 * Math.sqrt(2 * (degrees + 2 * noncentrality));
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
 * @param vectors of one length; entries at the same position belong together
 */
export function uniformity(vectors: readonly ArrayLike<number>[], p: number): Uniformity | undefined {
  const length = vectors[0]?.length ?? 0;
  const most = length / 8;
  const used = vectors.slice(0, Math.max(1, Math.floor(Math.log(most) / Math.log(3))));
  let ranges = Math.min(p, 15) | 1;
  while (ranges ** used.length > most && ranges > 1) ranges -= 2;
  if (ranges < 3) return undefined;
  const counts = new Float64Array(ranges ** used.length);
  for (let i = 0; i < length; i++) {
    counts[used.reduce((cell, vector) => cell * ranges + Math.floor((vector[i] / p) * ranges), 0)]++;
  }
  const statistic = pearson(counts);
  const pValue = chiSquareTail(statistic, counts.length - 1);
  return { entries: length, cells: counts.length, statistic, pValue };
}

/** Spearman's rank correlation: how far two lists of numbers have the same order, in [-1, 1]. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const centred = (values: readonly number[]): readonly number[] => {
    const sorted = values.toSorted((u, v) => u - v);
    // Equal values share the mean of their ranks; the mean of all ranks is (n - 1) / 2.
    return values.map(
      (value) => (bisectLeft(sorted, value) + bisectRight(sorted, value) - values.length) / 2,
    );
  };
  const x = centred(a);
  const y = centred(b);
  const product = (u: readonly number[], v: readonly number[]): number =>
    u.reduce((sum, value, i) => sum + value * v[i], 0);
  const scale = Math.sqrt(product(x, x) * product(y, y));
  return scale === 0 ? 0 : product(x, y) / scale;
}

/** The probability that a Poisson variable of this mean is at least `count`. */
export function poissonTail(count: number, mean: number): number {
  if (count === 0) return 1;
  // Summed directly if that is the small end, otherwise as the complement.
  let term = Math.exp(count * Math.log(mean) - mean - logFactorial(count));
  let tail = 0;
  for (let k = count; term > 1e-300 && (k < mean || term > 1e-16 * tail); k++) {
    tail += term;
    term *= mean / (k + 1);
  }
  return Math.min(1, tail);
}

const logFactorials = [0, 0];

function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k++) logFactorials.push(logFactorials[k - 1] + Math.log(k));
  return logFactorials[n];
}

/** The two-sided probability that so many fair coins are at least as far from half as this. */
export function coinTail(heads: number, coins: number): number {
  const off = Math.abs(heads - coins / 2);
  let tail = 0;
  for (let k = 0; k <= coins; k++) if (Math.abs(k - coins / 2) >= off) tail += binomialMass(coins, k, 0.5);
  return Math.min(1, tail);
}

/**
 * The smallest advantage that so many coins detect at level 0.01 in 8 of 10 cases; undefined if not even
 * certainty is detected.
 */
export function leastAdvantage(coins: number): number | undefined {
  let critical = 0;
  while (critical <= coins && (critical <= coins / 2 || coinTail(critical, coins) > 0.01)) critical++;
  if (critical > coins) return undefined;
  for (let advantage = 0.01; advantage < 1; advantage += 0.01) {
    let power = 0;
    for (let k = critical; k <= coins; k++) power += binomialMass(coins, k, (1 + advantage) / 2);
    if (power >= 0.8) return advantage;
  }
  return 1;
}

/** The probability of k successes in n trials, each of probability p. */
export function binomialMass(n: number, k: number, p: number): number {
  if (p <= 0 || p >= 1) return Number(k === (p <= 0 ? 0 : n));
  return Math.exp(logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log(1 - p));
}

/** The logarithm of the binomial coefficient. */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/**
 * Fisher's exact test of two groups: the two-sided probability that, of so many successes in both, a number
 * at least as unlikely falls to the first.
 * @param other the size of the second group
 */
export function fisher(successes: number, ofBoth: number, size: number, other = size): number {
  const log = (k: number): number =>
    logChoose(size, k) + logChoose(other, ofBoth - k) - logChoose(size + other, ofBoth);
  const seen = log(successes);
  let tail = 0;
  for (let k = Math.max(0, ofBoth - other); k <= Math.min(size, ofBoth); k++) {
    // With tolerance for rounding: outcomes that are equally unlikely count.
    if (log(k) <= seen + 1e-9) tail += Math.exp(log(k));
  }
  return Math.min(1, tail);
}
