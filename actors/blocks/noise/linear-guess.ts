/** Which canaries are in a noisy sum, by the linear estimator of least error: canaries also hide each other. */

import { type Matrix, row } from '../../../src/core/kit/index.ts';

/**
 * Estimates how much of each canary is in the noisy sum that was seen.
 * @param seen the inner product of each canary with the sum, in the unit of `overlap`
 * @param overlap their inner products with each other
 * @param variance of the noise in the inner product with a unit vector
 */
export function linearGuess(seen: Float64Array, overlap: Matrix, variance: number): Float64Array {
  // Whether a canary is in is a fair coin, of variance 1/4.
  const ridge = 4 * variance;
  return conjugateGradients(
    (x) => x.map((value, i) => ridge * value + dot(row(overlap, i), x)),
    seen.map((value) => value + ridge / 2),
  );
}

const MOST_STEPS = 200;

/** Solves times(x) = right, where `times` multiplies by a positive definite matrix (Hestenes and Stiefel 1952). */
function conjugateGradients(times: (x: Float64Array) => Float64Array, right: Float64Array): Float64Array {
  const x = new Float64Array(right.length);
  let rest = right.slice();
  let direction = right.slice();
  let square = dot(rest, rest);
  const enough = 1e-16 * square;
  for (let step = 0; step < MOST_STEPS && square > enough; step++) {
    const image = times(direction);
    const length = square / dot(direction, image);
    direction.forEach((value, i) => (x[i] += length * value));
    rest = rest.map((value, i) => value - length * image[i]);
    const next = dot(rest, rest);
    direction = direction.map((value, i) => rest[i] + (next / square) * value);
    square = next;
  }
  return x;
}

/** The scalar product of two vectors of the same length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
