/** Farthest-first traversal (Gonzalez 1985): from some of the points, the one farthest from all those chosen comes next. */

import type { Matrix } from '../../base/matrix.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * The rows of `k` points that lie far apart, beginning with the first `given` rows; of several equally far the lowest
 * comes first. Fewer when the points have fewer different values. Takes O(m k d).
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
