/**
 * The loss of k-means. Sums over points are rounded only once, at the end, so the order of the points does
 * not matter.
 */

import { Adder, fsum } from 'd3-array';
import { assert } from '../../base/errors.ts';
import type { Matrix } from '../../base/matrix.ts';
import { centresOf } from './centres.ts';
import { means } from './cluster-sums.ts';
import { sumsAreExact } from './integer-distances.ts';
import { clusterSizes, type Labels, NO_CLUSTER } from '../../base/labels.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * The sum over points of the squared distance to the mean of their cluster (SecFC, equation 1). Points in no
 * cluster are left out.
 *
 * @param points m x d
 */
export function inertia(points: Matrix, labels: Labels, k: number): number {
  return inertiaAbout(points, labels, preciseCentres(points, labels, k));
}

/**
 * The inertia about centres other than the means, such as those just drawn or those of an earlier iteration.
 *
 * @param points m x d
 * @param centres k x d
 */
export function inertiaAbout(points: Matrix, labels: Labels, centres: Matrix): number {
  assert(labels.length === points.rows, `${labels.length} labels for ${points.rows} points`);
  const distances = Float64Array.from(labels, (h, i) =>
    h === NO_CLUSTER ? 0 : squaredDistance(centres, h, points, i),
  );
  return fsum(distances);
}

/** The means, from sums that are exact before they are rounded. */
function preciseCentres(points: Matrix, labels: Labels, k: number): Matrix {
  if (sumsAreExact(points)) return centresOf(points, labels, k);
  const { columns, values } = points;
  const adders = Array.from({ length: k * columns }, () => new Adder());
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === NO_CLUSTER) continue;
    for (let c = 0; c < columns; c++) adders[labels[i] * columns + c].add(values[i * columns + c]);
  }
  const sums = { rows: k, columns, values: Float64Array.from(adders, Number) };
  return means({ sums, sizes: Float64Array.from(clusterSizes(labels, k)) });
}
