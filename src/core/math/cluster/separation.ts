/** Centre separation (Awasthi and Sheffet 2012) about given centres, in doubles. */

import type { Matrix } from '../../base/matrix.ts';
import { assignToCentres } from './centres.ts';
import { type Labels, NO_CLUSTER } from '../../base/labels.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * A point goes to its nearest centre if it is at least three times as far from every other, otherwise to no
 * cluster. A centre whose set comes out empty keeps all points that are nearest to it.
 *
 * @param points m x d, finite
 * @param centres k x d, finite
 */
export function separateFromCentres(points: Matrix, centres: Matrix): Labels {
  const nearest = assignToCentres(points, centres);
  const kept = new Uint8Array(centres.rows);
  const separated = new Uint16Array(nearest);
  for (let i = 0; i < nearest.length; i++) {
    if (isClearlyNearest(points, i, centres, nearest[i])) kept[nearest[i]] = 1;
    else separated[i] = NO_CLUSTER;
  }
  for (let i = 0; i < nearest.length; i++) if (kept[nearest[i]] === 0) separated[i] = nearest[i];
  return separated;
}

function isClearlyNearest(points: Matrix, i: number, centres: Matrix, h: number): boolean {
  // Squared distances, hence 9.
  const reach = 9 * squaredDistance(centres, h, points, i);
  for (let s = 0; s < centres.rows; s++)
    if (s !== h && squaredDistance(centres, s, points, i) < reach) return false;
  return true;
}
