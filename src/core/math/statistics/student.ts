/** Student's t distribution (Student 1908) for whole numbers of degrees of freedom. */

import { assert } from '../../base/errors.ts';

/**
 * The probability that |T| is at most t, as a finite sum (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
 * @param t at least 0
 * @param degrees of freedom, a whole number of at least 1
 */
export function studentWithin(t: number, degrees: number): number {
  const tangent = t / Math.sqrt(degrees);
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  const square = cosine * cosine;
  const isOdd = degrees % 2 === 1;
  // 1 + 1/2 cos^2 + 1/2 3/4 cos^4 + ..., or for odd degrees cos (1 + 2/3 cos^2 + 2/3 4/5 cos^4 + ...).
  let term = isOdd ? cosine : 1;
  let sum = 0;
  for (let k = isOdd ? 3 : 2; k <= degrees; k += 2) {
    sum += term;
    term *= (square * (k - 1)) / k;
  }
  return isOdd ? (2 / Math.PI) * (arctangent(tangent) + sine * sum) : sine * sum;
}

/**
 * The t that |T| does not exceed with this probability: the quantile of (1 + level) / 2, by bisection.
 * @param level at least 0 and below 1
 */
export function studentQuantile(level: number, degrees: number): number {
  assert(level >= 0 && level < 1 && Number.isInteger(degrees) && degrees > 0, 'T has no such quantile');
  let [low, high] = [0, 1];
  while (studentWithin(high, degrees) < level) [low, high] = [high, 2 * high];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    if (studentWithin(middle, degrees) < level) low = middle;
    else high = middle;
  }
}

/** The angle below pi / 2 with this tangent of at least 0: an eighth of it by its series. */
function arctangent(tangent: number): number {
  let x = tangent;
  for (let halving = 0; halving < 3; halving++) x /= 1 + Math.sqrt(1 + x * x);
  let sum = 0;
  for (let n = 25; n > 0; n -= 2) sum = 1 / n - x * x * sum;
  return 8 * x * sum;
}
