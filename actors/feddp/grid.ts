/**
 * Statistics as integers: clip, divide by the grid, truncate toward zero. Truncating never lengthens a vector, so the
 * sensitivities of summed vectors are exact integers, whatever the rounding of doubles.
 */

import { powerOfTwo } from '../../src/core/kit/math.ts';
import { type Matrix, row, zeros } from '../../src/core/kit/index.ts';

/**
 * Points clipped to a ball and on a grid: every row's integer norm is at most 2^bits.
 * @param clip radius of the ball, 2^bits steps of the grid
 */
export function gridPoints(points: Matrix, clip: number, bits: number): Matrix {
  const grid = zeros(points.rows, points.columns);
  for (let i = 0; i < points.rows; i++) {
    grid.values.set(clipToGrid(row(points, i), clip, bits), i * points.columns);
  }
  return grid;
}

/** One vector, clipped to an L2 norm and on a grid of 2^bits steps to that norm. */
export function clipToGrid(vector: Float64Array, clip: number, bits: number): Float64Array {
  const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  // A vector's squared norm may overflow a double.
  const within = Number.isFinite(norm) ? vector : vector.map((x) => x / largestOf(vector));
  const length = Number.isFinite(norm) ? norm : Math.sqrt(within.reduce((sum, x) => sum + x * x, 0));
  const isLong = !Number.isFinite(norm) || norm > clip;
  const scale = isLong ? powerOfTwo(bits) / length : powerOfTwo(bits) / clip;
  return shortened(
    within.map((x) => Math.trunc(x * scale)),
    powerOfTwo(bits),
    (integers) => integers.reduce((sum, x) => sum + x * x, 0),
    (most) => most * most,
  );
}

/** One vector of non-negative numbers, clipped to an L1 norm and on a grid of `steps` steps to that norm. */
export function clipSumToGrid(vector: Float64Array, clip: number, steps: number): Float64Array {
  const sum = vector.reduce((total, x) => total + Math.abs(x), 0);
  const scale = sum > clip ? steps / sum : steps / clip;
  return shortened(
    vector.map((x) => Math.trunc(x * scale)),
    steps,
    (integers) => integers.reduce((total, x) => total + Math.abs(x), 0),
    (most) => most,
  );
}

/**
 * The triangle of a symmetric matrix, diagonal first, clipped to a Frobenius norm of the whole matrix and on a grid of 2^bits
 * steps to that norm.
 */
export function clipTriangleToGrid(
  triangle: Float64Array,
  dimension: number,
  clip: number,
  bits: number,
): Float64Array {
  const square = (values: Float64Array): number =>
    values.reduce((sum, x, at) => sum + (at < dimension ? 1 : 2) * x * x, 0);
  const norm = Math.sqrt(square(triangle));
  const scale = powerOfTwo(bits) / Math.max(clip, norm);
  return shortened(
    triangle.map((x) => Math.trunc(x * scale)),
    powerOfTwo(bits),
    square,
    (most) => most * most,
  );
}

/** Rounding in doubles may put a norm just above its bound; the largest entry is then reduced. */
function shortened(
  integers: Float64Array,
  bound: number,
  size: (integers: Float64Array) => number,
  limit: (bound: number) => number,
): Float64Array {
  while (size(integers) > limit(bound)) {
    const largest = largestOf(integers);
    const at = integers.findIndex((x) => Math.abs(x) === largest);
    integers[at] -= Math.sign(integers[at]);
  }
  return integers;
}

function largestOf(vector: Float64Array): number {
  return vector.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}
