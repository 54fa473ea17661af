/** Where Lloyd's iterations start: the seeding of k-means++ (Arthur and Vassilvitskii 2007). */

import { assert } from '../errors.ts';
import type { Matrix } from '../matrix.ts';
import type { Stream } from '../random.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * Draws `k` points as centres: the first uniformly, each other with probability in proportion to its squared
 * distance from the nearest centre drawn before. When every point coincides with a centre the draw is
 * uniform, so a row comes twice only if the points have fewer than `k` different values. One draw per centre
 * (scikit-learn tries several and keeps the best). Takes O(m k d).
 *
 * @param points m x d, m >= 1
 * @returns k row indices, in the order drawn
 */
export function kMeansPlusPlus(points: Matrix, k: number, stream: Stream): Uint32Array {
  const { rows } = points;
  assert(rows > 0, 'there are no points to draw centres from');
  const chosen = new Uint32Array(k);
  const nearest = new Float64Array(rows).fill(Infinity);
  let total = 0;
  for (let h = 0; h < k; h++) {
    const row = total > 0 ? drawInProportion(nearest, total, stream) : stream.integer(rows);
    chosen[h] = row;
    total = 0;
    for (let i = 0; i < rows; i++) {
      const distance = squaredDistance(points, row, points, i);
      if (distance < nearest[i]) nearest[i] = distance;
      total += nearest[i];
    }
  }
  return chosen;
}

/** An index with probability masses[i] / total, where `total` is their sum in the order of the array. */
function drawInProportion(masses: Float64Array, total: number, stream: Stream): number {
  const target = stream.uniform() * total;
  let sum = 0;
  let last = 0;
  for (let i = 0; i < masses.length; i++) {
    if (masses[i] === 0) continue;
    sum += masses[i];
    last = i;
    if (sum > target) return i;
  }
  // Where the total is a subnormal number, the product can round up to it.
  return last;
}
