/** Where a clustering starts: the same assignment for every protocol under one seed. */

import type { Labels } from '../cluster/labels.ts';
import { assignToCentres } from '../cluster/centres.ts';
import { kMeansPlusPlus } from '../cluster/seeding.ts';
import { type Matrix, selectRows } from '../base/matrix.ts';
import type { Stream } from '../base/random.ts';

/**
 * The cluster of every row of the data, whoever holds it, so a start does not depend on the partition.
 *
 * `random`: drawn uniformly for every point (SecFC, Algorithm 1, line 6). `k-means++`: the nearest of centres drawn by
 * D^2 sampling from all points, which no party of a private protocol could do; it is for experiments about what comes
 * after.
 */
export function startLabels(
  rule: 'random' | 'k-means++',
  points: Matrix,
  clusters: number,
  stream: Stream,
): Labels {
  if (rule === 'random') return Uint16Array.from({ length: points.rows }, () => stream.integer(clusters));
  return assignToCentres(points, selectRows(points, kMeansPlusPlus(points, clusters, stream)));
}
