/** What numbers of errors say about epsilon, with a confidence. */

import { log } from '../../core/math/elementary/index.ts';
import { shareAtMost } from '../../core/math/statistics/proportions.ts';

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
  const shown = (one: number, other: number): number => log(Math.max(0, 1 - delta - one) / other);
  return Math.max(0, shown(positive, negative), shown(negative, positive));
}
