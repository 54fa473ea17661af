/**
 * How far apart clusters are by the measure of Awasthi and Sheffet (2012), on which theorems about projected
 * k-means rest.
 */

import type { Matrix } from '../../base/matrix.ts';
import { centresOf } from './centres.ts';
import { clusterSizes, type Labels, NO_CLUSTER } from '../../base/labels.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * The minimum of |c_i - c_j| / (D_i + D_j) over pairs of clusters, where D_i = min(sqrt(k) |A - C|, |A -
 * C|_F) / sqrt(n_i) with the spectral and the Frobenius norm of all points about their centres. Their theorem
 * requires 100.
 * @param points m x d, finite
 * @returns undefined if fewer than two clusters have points, or every point lies on its centre
 */
export function separationRatio(points: Matrix, labels: Labels, k: number): number | undefined {
  const centres = centresOf(points, labels, k);
  const sizes = clusterSizes(labels, k);
  const rest = residuals(points, labels, centres);
  const frobenius = Math.sqrt(rest.reduce((sum, x) => sum + x * x, 0));
  const spectral = Math.sqrt(k) * spectralNorm(rest, points.columns);
  const width = Math.min(spectral, frobenius);
  if (width === 0) return undefined;
  let least: number | undefined;
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < i; j++) {
      if (sizes[i] === 0 || sizes[j] === 0) continue;
      const apart = Math.sqrt(squaredDistance(centres, i, centres, j));
      const ratio = apart / (width / Math.sqrt(sizes[i]) + width / Math.sqrt(sizes[j]));
      least = Math.min(least ?? ratio, ratio);
    }
  }
  return least;
}

/** The residual of a point in no cluster is 0. */
function residuals({ rows, columns: d, values }: Matrix, labels: Labels, centres: Matrix): Float64Array {
  const rest = new Float64Array(rows * d);
  for (let i = 0; i < rows; i++) {
    if (labels[i] === NO_CLUSTER) continue;
    for (let c = 0; c < d; c++) rest[i * d + c] = values[i * d + c] - centres.values[labels[i] * d + c];
  }
  return rest;
}

const STEPS = 30;

/** By the power method, from a vector not orthogonal to any axis: a lower estimate, to a few digits. */
function spectralNorm(rest: Float64Array, d: number): number {
  let vector = Float64Array.from({ length: d }, (_, c) => 1 / (c + 1));
  let norm = 0;
  for (let step = 0; step < STEPS; step++) {
    const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
    if (length === 0) return 0;
    const unit = vector.map((x) => x / length);
    vector = new Float64Array(d);
    for (let from = 0; from < rest.length; from += d) {
      let along = 0;
      for (let c = 0; c < d; c++) along += rest[from + c] * unit[c];
      for (let c = 0; c < d; c++) vector[c] += along * rest[from + c];
    }
    norm = Math.sqrt(Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0)));
  }
  return norm;
}
