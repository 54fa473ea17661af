/** Probabilities of noise on integers, with which samplers and the accountant are compared. */

import { exp } from '../../src/core/math/elementary/index.ts';

/** Of -n, ..., n for a discrete Gaussian: complete to twenty digits. */
export function gaussianProbabilities(variance: number): number[] {
  const reach = Math.ceil(10 * Math.sqrt(variance)) + 8;
  return symmetric(Array.from({ length: reach + 1 }, (_, x) => exp((-x * x) / (2 * variance))));
}

/** Of -n, ..., n for a Skellam variable. */
export function skellamProbabilities(variance: number): number[] {
  const mean = variance / 2;
  const reach = Math.ceil(12 * Math.sqrt(variance)) + 24;
  const poisson = [exp(-mean)];
  for (let j = 1; j < mean + 2 * reach; j++) poisson.push((poisson[j - 1] * mean) / j);
  return symmetric(
    Array.from({ length: reach + 1 }, (_, x) => {
      let sum = 0;
      for (let j = 0; j + x < poisson.length; j++) sum += poisson[j] * poisson[j + x];
      return sum;
    }),
  );
}

/**
 * Renyi divergence of Skellam noise in many dimensions (Agarwal, Kairouz and Liu 2021, Theorem 3.5): a bound.
 * @param l1 @param l2 sensitivities
 */
export function skellamDivergence(variance: number, order: number, l1: number, l2: number): number {
  const square = l2 * l2;
  return (
    (order * square) / (2 * variance) +
    Math.min(((2 * order - 1) * square + 6 * l1) / (4 * variance * variance), (3 * l1) / (2 * variance))
  );
}

/** Mirrors weights at 0, 1, ... about 0, normalised to a sum of 1. */
function symmetric(weights: readonly number[]): number[] {
  const both = [...weights.slice(1).toReversed(), ...weights];
  const total = both.reduce((sum, weight) => sum + weight, 0);
  return both.map((weight) => weight / total);
}

/**
 * How far the sum of n discrete Gaussians can be from one of n times the variance, as the largest log ratio
 * of probabilities (Kairouz, Liu and Steinke 2021, Theorem 1): negligible from a variance of 4 on, and
 * useless at 1/4.
 */
export function sumTolerance(shares: number, variance: number): number {
  let sum = 0;
  for (let k = 1; k < shares; k++) sum += exp((-2 * Math.PI * Math.PI * variance * k) / (k + 1));
  return 10 * sum;
}
