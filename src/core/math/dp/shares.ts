/**
 * Distributed noise, which no single party knows: every client adds a share, and the sum of the shares that
 * arrive hides the others' data. How shares of Gaussian and Laplace noise add up, how much the server must
 * remove if fewer clients dropped out than allowed for (XNoise of Dordis, Jiang et al. 2024), and what is
 * left if shares are missing or known.
 */

import { exp, expm1, log, log1p } from '../elementary/index.ts';
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
 * The variance from which a share is fine: the sum of a million discrete Gaussians of it is one of a million times the
 * variance, but for log ratios of probabilities below 10^-15 (Kairouz, Liu and Steinke 2021, Theorem 1).
 */
export const FINE_VARIANCE = 6;

/**
 * The noise in a sum of shares of discrete Laplace noise of scale steps/epsilon, if one unit changes the sum
 * by `steps` integers: epsilon if all shares are there. With fewer, on a fine grid (several steps, or too many
 * probabilities to list), the largest loss counts as if it were the only one.
 * @param present how much of the whole is in the sum: more than 1 hides at least as much as 1
 */
export function laplaceShares(epsilon: number, present: number, steps = 1): Noise {
  if (present >= 1) return discreteLaplace(epsilon, steps);
  if (present <= 0) return { kind: 'laplace', scale: 0 };
  const single = steps > 1 ? undefined : polya(epsilon, present);
  if (single === undefined) return randomisedResponse(largestLoss(epsilon, present, steps));
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

/**
 * Log of P(0)/P(steps), where P is the distribution of the difference of two Polya(r) variables with
 * p = e^(-epsilon/steps). P(k) is (1-p)^2r p^k (r)_k/k! 2F1(r, r+k; k+1; p^2); by Euler's integral (DLMF 15.6.1)
 * that is, up to factors without k, p^k times the integral of t^(r+k-1) (1-t)^-r (1-p^2 t)^-r over 0 < t < 1.
 * @returns at most 10^-9 of it above the truth, never below it
 */
function largestLoss(epsilon: number, r: number, steps: number): number {
  const gap = -expm1((-2 * epsilon) / steps);
  // Beyond this both tails are below e^-45 of the whole.
  const farthest = 45 / Math.min(r, 1 - r) - log(gap);
  const logIntegral = (k: number): number =>
    doubleExponential(
      (logOfT, logOfRest) =>
        (r + k) * logOfT + (1 - r) * logOfRest - r * log(exp(logOfRest) + exp(logOfT) * gap),
      farthest,
    );
  return (epsilon + logIntegral(0) - logIntegral(steps)) * (1 + 1e-9);
}

/** With twice as many nodes no result changes by more than 10^-12 of it. */
const NODES_PER_UNIT = 128;

/**
 * Log of the integral of f(t)/(t (1-t)) over 0 < t < 1, up to a factor that f does not change, by the trapezoidal rule
 * in x with t = 1/(1 + e^(-2 sinh x)) (Takahasi and Mori 1974).
 * @param logOfF the log of f > 0, from log t and log(1-t)
 * @param farthest the largest |log t - log(1-t)| that matters
 */
function doubleExponential(logOfF: (logOfT: number, logOfRest: number) => number, farthest: number): number {
  const nodes = Math.ceil(log(farthest + 1) * NODES_PER_UNIT);
  const terms: number[] = [];
  for (let node = -nodes; node <= nodes; node++) {
    const grown = exp(Math.abs(node) / NODES_PER_UNIT);
    const odds = grown - 1 / grown;
    const near = -log1p(exp(-odds));
    const [logOfT, logOfRest] = node < 0 ? [near - odds, near] : [near, near - odds];
    terms.push(logOfF(logOfT, logOfRest) + log(grown + 1 / grown));
  }
  const largest = terms.reduce((most, term) => Math.max(most, term));
  return largest + log(terms.reduce((sum, term) => sum + exp(term - largest), 0));
}

/** More probabilities than this take too long to sum. */
const MOST_PROBABILITIES = 20_000;

/**
 * Probabilities of 0, 1, ... of a Polya(r) variable with p = e^-epsilon: all that matter, or undefined where
 * there are too many.
 */
function polya(epsilon: number, r: number): number[] | undefined {
  const p = exp(-epsilon);
  const single: number[] = [exp(r * log(-expm1(-epsilon)))];
  for (let j = 1; single[j - 1] > 1e-22 || j < 4; j++) {
    if (j === MOST_PROBABILITIES) return undefined;
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
