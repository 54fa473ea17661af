/**
 * Sums and sizes of clusters, from which the centres follow. They are kept apart from the centres because
 * sums of integers are exact and means are not.
 */

import { assert } from '../../base/errors.ts';
import { type Matrix, zeros } from '../../base/matrix.ts';
import { clusterSizes, type Labels, NO_CLUSTER } from '../../base/labels.ts';

export interface ClusterSums {
  /** k x d: the sum of each cluster's points, each multiplied by its weight. */
  readonly sums: Matrix;
  /** k: the sum of each cluster's weights: its number of points if all weights are 1. */
  readonly sizes: Float64Array;
}

/**
 * Adds up the points of each of `k` clusters, in the order of the points.
 *
 * @param points m x d
 * @param weights m numbers, finite and not negative; all 1 when left out
 */
export function sumClusters(points: Matrix, labels: Labels, k: number, weights?: Float64Array): ClusterSums {
  const { rows, columns, values } = points;
  if (labels.length !== rows) assert(false, `${labels.length} labels for ${rows} points`);
  if (weights !== undefined) checkWeights(weights, rows);
  const sums = zeros(k, columns);
  const counts = clusterSizes(labels, k);
  const sizes = weights === undefined ? new Float64Array(counts) : new Float64Array(k);
  for (let i = 0; i < rows; i++) {
    const h = labels[i];
    if (h === NO_CLUSTER) continue;
    const weight = weights === undefined ? 1 : weights[i];
    if (weights !== undefined) sizes[h] += weight;
    const from = i * columns;
    const to = h * columns;
    for (let c = 0; c < columns; c++) sums.values[to + c] += weight * values[from + c];
  }
  return { sums, sizes };
}

/**
 * The means of the clusters, k x d; the row of an empty cluster is NaN, as 0 / 0 is.
 *
 * @param centres where they are written: the sums themselves if nobody else needs these
 */
export function means(
  { sums, sizes }: ClusterSums,
  centres: Matrix = zeros(sums.rows, sums.columns),
): Matrix {
  const { rows, columns } = sums;
  for (let h = 0, at = 0; h < rows; h++) {
    for (let c = 0; c < columns; c++, at++) centres.values[at] = sums.values[at] / sizes[h];
  }
  return centres;
}

function checkWeights(weights: Float64Array, points: number): void {
  assert(weights.length === points, `${weights.length} weights for ${points} points`);
  const wrong = weights.findIndex((weight) => !(weight >= 0 && weight < Infinity));
  assert(wrong === -1, `point ${wrong} has the weight ${weights[wrong]}`);
}
