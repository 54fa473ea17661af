/** Centres of clusters in doubles: the means of labelled points, and the nearest centre of each point. */

import { assert } from '../../base/errors.ts';
import type { Matrix } from '../../base/matrix.ts';
import { means, sumClusters } from './cluster-sums.ts';
import { type Labels, MAX_CLUSTERS, NO_CLUSTER } from '../../base/labels.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * The mean of each cluster's points.
 *
 * @param points m x d
 * @param weights m numbers, finite and not negative; all 1 when left out
 * @returns k x d; the row of an empty cluster is NaN
 */
export function centresOf(points: Matrix, labels: Labels, k: number, weights?: Float64Array): Matrix {
  const clusters = sumClusters(points, labels, k, weights);
  return means(clusters, clusters.sums);
}

/**
 * The nearest centre of each point, the lowest index where several are equally near.
 *
 * @param points m x d, finite
 * @param centres k x d; a row of NaN is no centre and gets no points
 * @returns m labels; all {@link NO_CLUSTER} when there is no centre
 */
export function assignToCentres(points: Matrix, centres: Matrix): Labels {
  const k = centres.rows;
  if (k > MAX_CLUSTERS) assert(false, `${k} centres are too many`);
  if (centres.columns !== points.columns)
    assert(false, `centres of ${centres.columns} columns, not ${points.columns}`);
  const labels = new Uint16Array(points.rows).fill(NO_CLUSTER);
  for (let i = 0; i < points.rows; i++) {
    let nearest = Infinity;
    for (let h = 0; h < k; h++) {
      const distance = squaredDistance(centres, h, points, i);
      // False for NaN, so a row that is no centre is passed over.
      if (distance < nearest) {
        nearest = distance;
        labels[i] = h;
      }
    }
  }
  const unassigned = labels.indexOf(NO_CLUSTER);
  if (unassigned !== -1 && !centres.values.every(Number.isNaN))
    assert(false, `point ${unassigned} has no finite distance to any centre`);
  return labels;
}
