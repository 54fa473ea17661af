/**
 * Distributed noise, which no single party knows: every client adds a share, and the sum of the shares that
 * arrive hides the others' data. How shares of Gaussian and Laplace noise add up, how much the server must
 * remove if fewer clients dropped out than allowed for (XNoise of Dordis, Jiang et al. 2024), and what is
 * left if shares are missing or known.
 */

import { exp, expm1, log, square } from '../elementary/index.ts';
import type { Variance } from './discrete-gaussian.ts';
import { type Noise, noiseOf } from './mechanism.ts';
import type { Proportion } from './polya.ts';

/**
 * The shares of the target that each of n clients adds: component 0, and one for each of up to `tolerated`
 * dropouts. After k dropouts the components above k of every survivor are removed, and what is left is
 * exactly the target.
 */
export function noiseComponents(clients: number, tolerated: number): readonly Proportion[] {
  return Array.from({ length: tolerated + 1 }, (_, k) =>
    k === 0
      ? { numerator: 1, denominator: clients }
      : { numerator: 1, denominator: (clients - k + 1) * (clients - k) },
  );
}

/** A proportion of a variance. */
export function proportionOf({ numerator, denominator }: Variance, proportion: Proportion): Variance {
  return {
    numerator: numerator * BigInt(proportion.numerator),
    denominator: denominator * BigInt(proportion.denominator),
  };
}

/**
 * How far the sum of n discrete Gaussians can be from one of n times the variance, as the largest log ratio
 * of probabilities (Kairouz, Liu and Steinke 2021, Theorem 1): negligible from a variance of 4 on, and
 * useless at 1/4.
 */
export function sumTolerance(shares: number, variance: number): number {
  let sum = 0;
  for (let k = 1; k < shares; k++) sum += exp((-2 * square(Math.PI) * variance * k) / (k + 1));
  return 10 * sum;
}

/** The variance of a share from which {@link sumTolerance} is below 10^-15 for a million shares. */
export const FINE_VARIANCE = 6;

/**
 * The noise in a sum of shares of discrete Laplace noise of scale steps/epsilon, if one unit changes the sum
 * by `steps` integers: epsilon if all shares are there. With fewer, on a fine grid, only the largest loss is
 * known, and counts as if it were the only one.
 * @param present how much of the whole is in the sum: more than 1 hides at least as much as 1
 */
export function laplaceShares(epsilon: number, present: number, steps = 1): Noise {
  if (present >= 1) return discreteLaplace(epsilon, steps);
  if (present <= 0) return { kind: 'laplace', scale: 0 };
  const single = polya(epsilon / steps, present);
  if (steps > 1) return randomisedResponse(log(difference(single, 0) / difference(single, steps)));
  const upper = single.map((_, x) => difference(single, x));
  // Near the end the sums are truncated, and ratios of neighbours mean nothing.
  const certain = upper.slice(0, Math.max(2, Math.floor(upper.length * 0.75)));
  return noiseOf([...certain.slice(1).toReversed(), ...certain], 1);
}

/**
 * The whole of discrete Laplace noise: the loss falls linearly from epsilon to -epsilon between the two
 * centres.
 */
function discreteLaplace(epsilon: number, steps: number): Noise {
  const p = exp(-epsilon / steps);
  const atoms = Array.from({ length: steps + 1 }, (_, x) => ({
    loss: epsilon * (1 - (2 * x) / steps),
    // At x; at either end, including everything beyond.
    mass: (exp((-epsilon * x) / steps) * (x === 0 || x === steps ? 1 : 1 - p)) / (1 + p),
  })).toReversed();
  return { kind: 'atoms', losses: atoms.map(({ loss }) => loss), masses: atoms.map(({ mass }) => mass) };
}

/** The worst mechanism with this epsilon. */
function randomisedResponse(epsilon: number): Noise {
  return discreteLaplace(epsilon, 1);
}

/** More probabilities than this take too long to sum. */
const MOST_PROBABILITIES = 20_000;

/**
 * Probabilities of 0, 1, ... of a Polya(r) variable with p = e^-epsilon: all that matter, or as many as
 * feasible.
 */
function polya(epsilon: number, r: number): number[] {
  const p = exp(-epsilon);
  const single: number[] = [exp(r * log(-expm1(-epsilon)))];
  for (let j = 1; (single[j - 1] > 1e-22 || j < 4) && j < MOST_PROBABILITIES; j++) {
    single.push((single[j - 1] * p * (j - 1 + r)) / j);
  }
  return single;
}

/** The probability that two of them differ by x. */
function difference(single: readonly number[], x: number): number {
  let sum = 0;
  for (let j = 0; j + x < single.length; j++) sum += single[j] * single[j + x];
  return sum;
}
