/**
 * How private a mechanism is at most, from one run of it, held against the whole curve that is claimed and not against one point of
 * it (Mahloujifar, Melis and Chaudhuri 2025, "Auditing f-differential privacy in one run"): most of what Gaussian noise hides lies at
 * epsilons far below the one that is told at a small delta, so the same guesses refute more.
 */

import { exp } from './elementary.ts';
import { checkGuessed, type Guessed } from './one-run.ts';

/** Differential privacy at several epsilons at once: (epsilon, delta)-DP for each pair; epsilons are at least 0. */
export type PrivacyCurve = readonly { readonly epsilon: number; readonly delta: number }[];

/**
 * Whether so many right guesses would come with a probability below 1 - confidence of a mechanism that keeps to the curve: if it were
 * that probable, everything that must then be probable too would come to more than certainty.
 */
export function refutesCurve(guessed: Guessed, curve: PrivacyCurve, confidence: number): boolean {
  checkGuessed(guessed, confidence);
  const { canaries, guesses, correct } = guessed;
  const chance = 1 - confidence;
  const whole = guesses / canaries;
  // Of a canary drawn at random, with at least i right guesses in all: that it is among the right ones, and among the wrong ones.
  let right = (chance * correct) / canaries;
  let wrong = (chance * (guesses - correct)) / canaries;
  for (let i = correct - 1; i >= 0 && right + wrong <= whole; i--) {
    // Were the coin of a canary that is guessed right turned, it would be guessed wrong, and one guess fewer be right.
    const least = Math.max(wrong, leastBeside(right, curve));
    right += (i / (guesses - i)) * (least - wrong);
    wrong = least;
  }
  return right + wrong > whole;
}

/** The least probability, without one unit of data, of what has this probability with it: the tightest that a pair tells. */
function leastBeside(probability: number, curve: PrivacyCurve): number {
  let least = 0;
  for (const { epsilon, delta } of curve) {
    least = Math.max(
      least,
      (probability - delta) * exp(-epsilon),
      // Of what does not happen.
      1 - delta - exp(epsilon) * (1 - probability),
    );
  }
  return least;
}
