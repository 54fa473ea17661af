/**
 * What differential privacy allows an adversary who tells two worlds apart: the trade-off between false positives and
 * false negatives (Dong, Roth and Su 2022), from the pairs of epsilon and delta of a curve.
 */

import { exp } from '../elementary/index.ts';
import type { PrivacyCurve } from './one-run-curve.ts';

/** The smallest share of false negatives beside this share of false positives. */
export function leastNegatives(curve: PrivacyCurve, positives: number): number {
  let least = 0;
  for (const { epsilon, delta } of curve) {
    const kept = 1 - delta - positives;
    least = Math.max(least, 1 - delta - exp(epsilon) * positives, exp(-epsilon) * kept);
  }
  return least;
}

/** Intervals of false positives. A convex curve lies above the midpoint's height on average: bounds are never too low. */
const INTERVALS = 2 ** 9;

/**
 * The largest share of pairs, of a run with the target and one without it, of which an adversary tells which is which:
 * the area above the trade-off curve.
 */
export function mostPairsTold(curve: PrivacyCurve): number {
  let area = 0;
  for (let i = 0; i < INTERVALS; i++) area += leastNegatives(curve, (i + 0.5) / INTERVALS) / INTERVALS;
  return 1 - area;
}
