/**
 * Farthest-first traversal (Gonzalez 1985): starting from given points, repeatedly adds the point farthest
 * from all chosen ones.
 */

import type { Matrix } from '../../base/matrix.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * Indices of `k` rows of points far apart, beginning with the first `given` rows; ties go to the lowest
 * index. Fewer if the points have fewer distinct values. Takes O(m k d).
 *
 * @param points m x d
 */
export function farthestFirst(points: Matrix, given: number, k: number): Uint32Array {
  const chosen = Array.from({ length: Math.min(given, k) }, (_, row) => row);
  const nearest = new Float64Array(points.rows).fill(Infinity);
  const approach = (row: number): void => {
    for (let i = 0; i < points.rows; i++)
      nearest[i] = Math.min(nearest[i], squaredDistance(points, row, points, i));
  };
  chosen.forEach(approach);
  while (chosen.length < k) {
    let farthest = 0;
    for (let i = 1; i < points.rows; i++) if (nearest[i] > nearest[farthest]) farthest = i;
    if (nearest[farthest] === 0) break;
    chosen.push(farthest);
    approach(farthest);
  }
  return Uint32Array.from(chosen);
}
