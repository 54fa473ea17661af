/** The nearest of any number of points, more than labels can number. */

import type { Matrix } from '../../../../src/core/base/matrix.ts';
import { squaredDistance } from '../../../../src/core/math/cluster/squared-distance.ts';

/** The row of `others` nearest to the i-th point, the lowest where several are. */
export function nearestRow(others: Matrix, points: Matrix, i: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let q = 0; q < others.rows; q++) {
    const distance = squaredDistance(others, q, points, i);
    if (distance < least) [nearest, least] = [q, distance];
  }
  return nearest;
}
