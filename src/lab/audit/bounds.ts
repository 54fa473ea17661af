/** What numbers of errors say about epsilon and about distances between distributions, with a confidence. */

import { binomialMass } from '../../core/math/leakage/statistics.ts';

/**
 * The largest proportion for which so few successes have a probability of at least 1 - confidence (Clopper
 * and Pearson 1934).
 */
export function shareAtMost(successes: number, trials: number, confidence: number): number {
  if (successes >= trials) return 1;
  let low = successes / trials;
  let high = 1;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (atMost(successes, trials, middle) > 1 - confidence) low = middle;
    else high = middle;
  }
  return high;
}

/** The corresponding smallest proportion. */
export function shareAtLeast(successes: number, trials: number, confidence: number): number {
  return 1 - shareAtMost(trials - successes, trials, confidence);
}

function atMost(successes: number, trials: number, share: number): number {
  let sum = 0;
  for (let k = 0; k <= successes; k++) sum += binomialMass(trials, k, share);
  return sum;
}

/** How often an adversary was wrong. */
export interface Errors {
  /** Runs without the target that it took for runs with it. */
  readonly falsePositives: number;
  /** Runs with the target that it took for runs without it. */
  readonly falseNegatives: number;
  /** The number of runs of each kind. */
  readonly runs: number;
}

/**
 * With this confidence, no smaller epsilon allows an adversary to err so seldom under (epsilon, delta)-DP
 * (Kairouz, Oh and Viswanath 2015, theorem 2.1); 0 shows nothing.
 */
export function epsilonAtLeast(errors: Errors, delta: number, confidence: number): number {
  const { falsePositives, falseNegatives, runs } = errors;
  // Each of the two rates has its own share of the error.
  const own = (1 + confidence) / 2;
  const positive = shareAtMost(falsePositives, runs, own);
  const negative = shareAtMost(falseNegatives, runs, own);
  const shown = (one: number, other: number): number => Math.log(Math.max(0, 1 - delta - one) / other);
  return Math.max(0, shown(positive, negative), shown(negative, positive));
}
