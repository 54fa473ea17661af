/** What guesses about canaries show of epsilon: by the pair that is claimed, or, where there is one, by the whole curve. */

import { oneRunBound, type Guessed } from '../../math/dp/one-run.ts';
import { type PrivacyCurve, refutesCurve } from '../../math/dp/one-run-curve.ts';
import type { ClaimFamily, PrivacyClaim } from '../../protocol/audit.ts';

/** So many steps double the variance of noise: epsilon is told to about 2 %. */
const STEPS = 16;
/** Noise of 2^-10 to 2^10 times the variance that is claimed. */
const MOST_STEPS = 10 * STEPS;

/** Of guesses the epsilon that is refuted with this confidence, as all below it are; 0 shows nothing. */
export type Shown = (guessed: Guessed, confidence: number) => number;

/**
 * By the pair: no mechanism of a smaller epsilon would have let so many guesses be right. By the curve: nor would the same releases
 * under Gaussian noise of so much more variance that epsilon is smaller. Where both can be asked the larger counts, and each has half of
 * what is left to chance.
 */
export function shownBy(claim: PrivacyClaim | undefined): Shown {
  const { family, delta = 0 } = claim ?? {};
  const byPair: Shown = (guessed, confidence) => oneRunBound(guessed, delta, confidence).epsilon;
  if (family === undefined || !Number.isFinite(claim?.epsilon)) return byPair;
  const byCurve = shownByFamily(family);
  return (guessed, confidence) => {
    const each = (1 + confidence) / 2;
    return Math.max(byPair(guessed, each), byCurve(guessed, each));
  };
}

function shownByFamily(family: ClaimFamily): Shown {
  const curves = new Map<number, PrivacyCurve>();
  const curveAt = (step: number): PrivacyCurve => {
    const curve = curves.get(step) ?? family.curve(2 ** (step / STEPS));
    curves.set(step, curve);
    return curve;
  };
  const epsilons = new Map<number, number>();
  const epsilonAt = (step: number): number => {
    const epsilon = epsilons.get(step) ?? family.epsilon(2 ** (step / STEPS));
    epsilons.set(step, epsilon);
    return epsilon;
  };
  return (guessed, confidence) => {
    const refuted = (step: number): boolean => refutesCurve(guessed, curveAt(step), confidence);
    if (!refuted(MOST_STEPS)) return 0;
    // The least noise that is refuted, as all above it is.
    let [low, high] = [-MOST_STEPS - 1, MOST_STEPS];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (refuted(middle)) high = middle;
      else low = middle;
    }
    return epsilonAt(high);
  };
}
