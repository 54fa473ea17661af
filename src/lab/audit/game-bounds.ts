/**
 * What games of two worlds show about epsilon: from how seldom an adversary errs, and from how often it tells the two
 * runs of a pair apart.
 */

import { leastNegatives, mostPairsTold } from '../../core/math/dp/trade-off.ts';
import type { PrivacyCurve } from '../../core/math/dp/one-run-curve.ts';
import { shareAtLeast, shareAtMost } from '../../core/math/statistics/proportions.ts';
import type { PrivacyClaim } from '../../core/protocol/audit.ts';
import { epsilonAtLeast, type Errors } from './bounds.ts';
import { leastRefuted } from './shown.ts';

/** The results of games. */
export interface Played {
  /** Pairs of runs, and in how many of them the one with the target had the higher score. */
  readonly pairs: number;
  readonly told: number;
  /** Of the rule that was chosen in practice, in the other pairs. */
  readonly errors: Errors;
}

/** The largest epsilon that is looked for. */
const MOST_EPSILON = 64;

/** What is certain about an adversary, with a confidence. */
interface Certain {
  readonly positivesAtMost: number;
  readonly negativesAtMost: number;
  readonly toldAtLeast: number;
}

/** Errors and pairs each take half of the error probability, and each of the two rates of errors half of that. */
function certainty({ pairs, told, errors }: Played, confidence: number): Certain {
  const { falsePositives, falseNegatives, runs } = errors;
  const each = halved(confidence);
  return {
    positivesAtMost: shareAtMost(falsePositives, runs, halved(each)),
    negativesAtMost: shareAtMost(falseNegatives, runs, halved(each)),
    toldAtLeast: shareAtLeast(told, pairs, each),
  };
}

/** The confidence of each of two statements that hold together with this one. */
function halved(confidence: number): number {
  return (1 + confidence) / 2;
}

/** Whether a curve of epsilons and deltas does not allow an adversary. */
function forbids(curve: PrivacyCurve, certain: Certain): boolean {
  const { positivesAtMost, negativesAtMost, toldAtLeast } = certain;
  return mostUnder(curve) < toldAtLeast || leastNegatives(curve, positivesAtMost) > negativesAtMost;
}

/** The same curves are asked about again and again. */
const toldUnder = new WeakMap<PrivacyCurve, number>();

function mostUnder(curve: PrivacyCurve): number {
  const most = toldUnder.get(curve) ?? mostPairsTold(curve);
  toldUnder.set(curve, most);
  return most;
}

/**
 * The epsilon that games refute with a confidence, along with all smaller ones; 0 shows nothing. If there is a curve,
 * all of it is tested: games show more of how little Gaussian noise hides at epsilons far below the claimed one.
 */
export function shownByGames(
  claim: PrivacyClaim | undefined,
): (played: Played, confidence: number) => number {
  const { family, delta = 0 } = claim ?? {};
  const leastOf = family && Number.isFinite(claim?.epsilon) ? leastRefuted(family) : () => 0;
  return (played, confidence) => {
    const certain = certainty(played, confidence);
    return Math.max(
      epsilonAtLeast(played.errors, delta, halved(confidence)),
      epsilonOfPairs(certain.toldAtLeast, delta),
      leastOf((curve) => forbids(curve, certain)),
    );
  };
}

/** Whether games refute a claim by the same bounds, which takes one look instead of a search. */
export function refutedByGames(
  claim: PrivacyClaim | undefined,
): (played: Played, confidence: number) => boolean {
  if (claim === undefined || !Number.isFinite(claim.epsilon)) return () => false;
  const curves = [[claim], ...(claim.family === undefined ? [] : [claim.family.curve(1)])];
  return (played, confidence) => {
    const certain = certainty(played, confidence);
    return curves.some((curve) => forbids(curve, certain));
  };
}

/** The largest epsilon that does not allow this share of pairs to be told; 0 if chance does. */
function epsilonOfPairs(told: number, delta: number): number {
  const refuted = (epsilon: number): boolean => mostPairsTold([{ epsilon, delta }]) < told;
  if (!refuted(0)) return 0;
  let [low, high] = [0, MOST_EPSILON];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (refuted(middle)) low = middle;
    else high = middle;
  }
  return low;
}
