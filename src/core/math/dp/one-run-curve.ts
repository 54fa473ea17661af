/**
 * An upper limit on how private a mechanism is, from one run of it, tested against the whole claimed curve
 * and not one point of it (Mahloujifar, Melis and Chaudhuri 2025, "Auditing f-differential privacy in one
 * run"): most of what Gaussian noise hides lies at epsilons far below the one stated at a small delta, so the
 * same guesses refute more.
 */

import { exp } from '../elementary/index.ts';
import { checkGuessed, type Guessed } from './one-run.ts';

/** Differential privacy at several epsilons at once: (epsilon, delta)-DP for each pair; epsilons are at least 0. */
export type PrivacyCurve = readonly { readonly epsilon: number; readonly delta: number }[];

/**
 * Whether a mechanism that satisfies the curve would allow this many correct guesses with a probability below 1
 * - confidence: if that were as probable, the probabilities of all it implies would add up to more than 1.
 */
export function refutesCurve(guessed: Guessed, curve: PrivacyCurve, confidence: number): boolean {
  checkGuessed(guessed, confidence);
  const { canaries, guesses, correct } = guessed;
  const chance = 1 - confidence;
  const whole = guesses / canaries;
  // For a canary drawn at random, with at least i correct guesses in total: the probabilities that its guess
  // is correct, and that it is wrong.
  let right = (chance * correct) / canaries;
  let wrong = (chance * (guesses - correct)) / canaries;
  for (let i = correct - 1; i >= 0 && right + wrong <= whole; i--) {
    // If the coin of a correctly guessed canary were flipped, its guess would be wrong, with one correct
    // guess fewer.
    const least = Math.max(wrong, leastBeside(right, curve));
    right += (i / (guesses - i)) * (least - wrong);
    wrong = least;
  }
  return right + wrong > whole;
}

/**
 * The lowest probability, without one unit of data, of an event with this probability with it: the tightest
 * bound of any pair.
 */
function leastBeside(probability: number, curve: PrivacyCurve): number {
  let least = 0;
  for (const { epsilon, delta } of curve) {
    least = Math.max(
      least,
      (probability - delta) * exp(-epsilon),
      // From the complement of the event.
      1 - delta - exp(epsilon) * (1 - probability),
    );
  }
  return least;
}
