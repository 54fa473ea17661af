/** The normal distribution with small relative errors far out in its tails, which decide about privacy. */

import { exp } from '../elementary/index.ts';

/**
 * Chebyshev coefficients of (1 + 2x) e^(x^2) erfc(x) in (x - 3.75)/(x + 3.75) (Shepherd and Laframboise
 * 1981), recomputed to 40 digits and rounded.
 */
const COEFFICIENTS = [
  1.1775789345674017, -0.004590054580646478, -0.08424913336651792, 0.05920993999819189, -0.026658668435305753,
  0.009074997670705265, -0.002413163540417608, 0.0004907758365258086, -6.916973302501207e-5,
  4.13902798607301e-6, 7.74038306619849e-7, -2.1886401049234397e-7, 1.076499946567091e-8,
  4.521959811218287e-9, -7.754400208831351e-10, -6.318088340886684e-11, 2.86879501093067e-11,
  1.9455868545777347e-13, -9.65469674843344e-13, 3.25254814814874e-14, 3.3478119482868056e-14,
  -1.864562880419313e-15, -1.2507950530688648e-15, 7.418235256624044e-17,
];

/** e^(x^2) erfc(x) for x >= 0. */
export function scaledErfc(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0;
  const t = (x - 3.75) / (x + 3.75);
  let next = 0;
  let afterNext = 0;
  for (let n = COEFFICIENTS.length - 1; n > 0; n--) {
    [next, afterNext] = [2 * t * next - afterNext + COEFFICIENTS[n], next];
  }
  return (t * next - afterNext + COEFFICIENTS[0]) / (1 + 2 * x);
}

/** The probability that a standard normal variable exceeds x. */
export function upperTail(x: number): number {
  if (x < 0) return 1 - upperTail(-x);
  return 0.5 * exp(-0.5 * x * x) * scaledErfc(x * Math.SQRT1_2);
}

/** The probability of (from, to], either of which may be infinite: as a difference of the smaller tails. */
export function normalMass(from: number, to: number): number {
  if (from >= to) return 0;
  return from > 0 ? upperTail(from) - upperTail(to) : upperTail(-to) - upperTail(-from);
}
