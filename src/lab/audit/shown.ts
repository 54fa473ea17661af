/**
 * What guesses about canaries show about epsilon: from the claimed pair or, if there is one, from the whole
 * curve.
 */

import { pow } from '../../core/math/elementary/index.ts';
import { oneRunBound, type Guessed, refutesPair } from '../../core/math/dp/one-run.ts';
import { type PrivacyCurve, refutesCurve } from '../../core/math/dp/one-run-curve.ts';
import type { ClaimFamily, PrivacyClaim } from '../../core/protocol/audit.ts';

/** This many steps double the variance of noise: epsilon is determined to about 2 %. */
const STEPS = 16;
/** Noise of 2^-10 to 2^10 times the claimed variance. */
const MOST_STEPS = 10 * STEPS;

/** The epsilon that guesses refute with this confidence, along with all smaller ones; 0 shows nothing. */
export type Shown = (guessed: Guessed, confidence: number) => number;

/**
 * From the pair: no mechanism with a smaller epsilon would have allowed this many correct guesses. From the
 * curve: nor would the same releases with so much more noise that epsilon is smaller. If both are
 * available, the larger counts, and each takes half of the error probability.
 */
export function shownBy(claim: PrivacyClaim | undefined): Shown {
  const { family, delta = 0 } = claim ?? {};
  const byPair: Shown = (guessed, confidence) => oneRunBound(guessed, delta, confidence).epsilon;
  if (family === undefined || !Number.isFinite(claim?.epsilon)) return byPair;
  const leastOf = leastRefuted(family);
  return (guessed, confidence) => {
    const each = (1 + confidence) / 2;
    return Math.max(
      byPair(guessed, each),
      leastOf((curve) => refutesCurve(guessed, curve, each)),
    );
  };
}

/** Whether guesses refute a claim by the same bounds, which takes one look at each instead of a search. */
export function refutedBy(
  claim: PrivacyClaim | undefined,
): (guessed: Guessed, confidence: number) => boolean {
  if (claim === undefined) return () => false;
  const curve = Number.isFinite(claim.epsilon) ? claim.family?.curve(1) : undefined;
  if (curve === undefined) return (guessed, confidence) => refutesPair(guessed, claim, confidence);
  return (guessed, confidence) => {
    const each = (1 + confidence) / 2;
    return refutesPair(guessed, claim, each) || refutesCurve(guessed, curve, each);
  };
}

/**
 * The epsilon of the least noise in a family that something refutes, along with all noisier ones; 0 if not even the
 * most noise is refuted.
 */
export function leastRefuted(family: ClaimFamily): (refutes: (curve: PrivacyCurve) => boolean) => number {
  const [curves, epsilons] = [new Map<number, PrivacyCurve>(), new Map<number, number>()];
  const curveAt = (step: number): PrivacyCurve => {
    const curve = curves.get(step) ?? family.curve(pow(2, step / STEPS));
    curves.set(step, curve);
    return curve;
  };
  const epsilonAt = (step: number): number => {
    const epsilon = epsilons.get(step) ?? family.epsilon(pow(2, step / STEPS));
    epsilons.set(step, epsilon);
    return epsilon;
  };
  return (refutes) => {
    if (!refutes(curveAt(MOST_STEPS))) return 0;
    let [low, high] = [-MOST_STEPS - 1, MOST_STEPS];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (refutes(curveAt(middle))) high = middle;
      else low = middle;
    }
    return epsilonAt(high);
  };
}
