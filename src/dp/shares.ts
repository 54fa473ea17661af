/**
 * Noise that nobody holds: every client adds a share, and what hides the others is the sum of the shares that are in. How
 * shares of Gaussian and Laplace noise add up, which the server must take off again where fewer dropped out than were
 * provided for (XNoise of Dordis, Jiang et al. 2024), and what is left where shares are missing or known.
 */

import { CahootsError } from '../base/errors.ts';
import type { Variance } from './discrete-gaussian.ts';
import { exp, log } from './elementary.ts';
import { type Noise, noiseOf } from './mechanism.ts';
import type { Part } from './polya.ts';

/**
 * The parts of the target that each of n clients adds: component 0, and one for each of up to `tolerated` dropouts. After k
 * dropouts the components above k of every survivor are taken off, and what is left is exactly the target.
 */
export function noiseComponents(clients: number, tolerated: number): readonly Part[] {
  return Array.from({ length: tolerated + 1 }, (_, k) =>
    k === 0
      ? { numerator: 1, denominator: clients }
      : { numerator: 1, denominator: (clients - k + 1) * (clients - k) },
  );
}

/** A part of a variance. */
export function partOf({ numerator, denominator }: Variance, part: Part): Variance {
  return {
    numerator: numerator * BigInt(part.numerator),
    denominator: denominator * BigInt(part.denominator),
  };
}

/**
 * How far the sum of n discrete Gaussians may be from one of n times the variance, as a largest log ratio of probabilities
 * (Kairouz, Liu and Steinke 2021, Theorem 1): next to nothing from a variance of 4 on, and worthless at 1/4.
 */
export function sumTolerance(shares: number, variance: number): number {
  let sum = 0;
  for (let k = 1; k < shares; k++) sum += exp((-2 * Math.PI ** 2 * variance * k) / (k + 1));
  return 10 * sum;
}

/** Variances of shares from which on {@link sumTolerance} is below 10^-15 for a million of them. */
export const FINE_VARIANCE = 6;

/** Below this, the probabilities of partial shares take too long to add up. */
const LEAST_EPSILON = 0.002;

/**
 * The noise of shares of discrete Laplace noise of scale 1/epsilon, for counts that one point moves by 1.
 * @param present how much of the whole is in the sum: 1 is all of it, and more is more noise
 */
export function laplaceShares(epsilon: number, present: number): Noise {
  if (present === 1) {
    const p = exp(-epsilon);
    return { kind: 'atoms', losses: [-epsilon, epsilon], masses: [p / (1 + p), 1 / (1 + p)] };
  }
  if (present === 0) return { kind: 'laplace', scale: 0 };
  if (epsilon < LEAST_EPSILON) {
    const message = `expected at least ${LEAST_EPSILON}, to account for shares, got ${epsilon}`;
    throw new CahootsError('bad-input', message, { path: 'epsilon' });
  }
  const noise = noiseOf(polyaDifferences(epsilon, present), 1);
  if (present < 1 || noise.kind !== 'atoms') return noise;
  // With more than the whole, the farther out the nearer to epsilon: all that was left out counts as that.
  const rest = 1 - noise.masses.reduce((sum, mass) => sum + mass, 0);
  return {
    kind: 'atoms',
    losses: [...noise.losses, epsilon],
    masses: [...noise.masses, Math.max(Number.EPSILON, rest)],
  };
}

/** Probabilities of -n, ..., n for the difference of two Polya(r) variables of p = e^-epsilon. */
function polyaDifferences(epsilon: number, r: number): number[] {
  const p = exp(-epsilon);
  const single: number[] = [exp(r * log(1 - p))];
  for (let j = 1; single[j - 1] > 1e-22 || j < 4; j++) single.push((single[j - 1] * p * (j - 1 + r)) / j);
  const upper = single.map((_, x) => {
    let sum = 0;
    for (let j = 0; j + x < single.length; j++) sum += single[j] * single[j + x];
    return sum;
  });
  // Where they end, sums break off too soon, and ratios of neighbours say nothing.
  const certain = upper.slice(0, Math.max(2, Math.floor(upper.length * 0.75)));
  return [...certain.slice(1).toReversed(), ...certain];
}
