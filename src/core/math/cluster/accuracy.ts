/**
 * How well a clustering agrees with known classes. None of these depends on how clusters or classes are
 * numbered, and there may be more of one than of the other.
 *
 * A point in no cluster ({@link NO_CLUSTER}) counts as wrong in {@link accuracy} and {@link purity}, and is
 * left out of the others. Without points the result is NaN.
 */

import { log } from '../elementary/index.ts';
import { fsum } from 'd3-array';
import { assert } from '../../base/errors.ts';
import { NO_CLUSTER } from '../../base/labels.ts';
import { bestMatching } from './matching.ts';

/**
 * Counts the points of each cluster in each class, without the points in no cluster.
 *
 * @returns a row for each cluster that has points and a column for each class in `truth`, both in ascending
 * order
 */
export function contingency(labels: ArrayLike<number>, truth: ArrayLike<number>): number[][] {
  assert(labels.length === truth.length, `${labels.length} labels for ${truth.length} points`);
  const clusters = ranks(labels);
  clusters.delete(NO_CLUSTER);
  const classes = ranks(truth);
  const counts = Array.from(clusters, () => Array.from(classes, () => 0));
  for (let i = 0; i < labels.length; i++) {
    const r = clusters.get(labels[i]);
    const c = classes.get(truth[i]);
    if (r !== undefined && c !== undefined) counts[r][c]++;
  }
  return counts;
}

/**
 * The share of points that are right under the best one-to-one matching of clusters with classes (Hungarian
 * method).
 */
export function accuracy(labels: ArrayLike<number>, truth: ArrayLike<number>): number {
  return bestMatching(contingency(labels, truth)).total / labels.length;
}

/** The share of points in their cluster's largest class; several clusters may have the same largest class. */
export function purity(labels: ArrayLike<number>, truth: ArrayLike<number>): number {
  return sum(contingency(labels, truth).map((row) => Math.max(...row))) / labels.length;
}

/**
 * The adjusted Rand index (Hubert and Arabie 1985): agreement on pairs of points, 0 in expectation for random
 * labels, 1 for the same partition and never below -1/2 (Chacón and Rastrojo 2023).
 */
export function adjustedRandIndex(labels: ArrayLike<number>, truth: ArrayLike<number>): number {
  const { cells, clusters, classes, points } = margins(contingency(labels, truth));
  if (points === 0) return NaN;
  // Ordered pairs: together in both, in the clustering only, in the classes only, in neither.
  const both = pairs(cells);
  const clusterOnly = pairs(clusters) - both;
  const classOnly = pairs(classes) - both;
  const neither = points * (points - 1) - both - clusterOnly - classOnly;
  if (clusterOnly === 0 && classOnly === 0) return 1;
  return (
    (2 * (both * neither - clusterOnly * classOnly)) /
    ((both + clusterOnly) * (clusterOnly + neither) + (both + classOnly) * (classOnly + neither))
  );
}

/**
 * The mutual information of clusters and classes, divided by the arithmetic mean of their entropies; 1 if
 * there is one cluster and one class (as in scikit-learn).
 */
export function normalisedMutualInformation(labels: ArrayLike<number>, truth: ArrayLike<number>): number {
  const counts = contingency(labels, truth);
  const { clusters, classes, points } = margins(counts);
  if (points === 0) return NaN;
  const entropies = entropy(clusters, points) + entropy(classes, points);
  if (entropies === 0) return 1;
  const terms = counts.flatMap((row, r) =>
    row.map((n, c) => (n === 0 ? 0 : (n / points) * log((n * points) / (clusters[r] * classes[c])))),
  );
  // Rounding can leave it slightly below 0 for independent labels.
  return Math.max(0, (2 * fsum(terms)) / entropies);
}

/** The distinct values in ascending order, each with its rank. */
function ranks(values: ArrayLike<number>): Map<number, number> {
  const distinct = new Set<number>();
  for (let i = 0; i < values.length; i++) distinct.add(values[i]);
  return new Map([...distinct].toSorted((a, b) => a - b).map((value, rank) => [value, rank]));
}

function margins(counts: number[][]) {
  const clusters = counts.map(sum);
  const classes = (counts[0] ?? []).map((_, c) => sum(counts.map((row) => row[c])));
  return { cells: counts.flat(), clusters, classes, points: sum(clusters) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Ordered pairs of points in the same group. */
function pairs(sizes: readonly number[]): number {
  return sum(sizes.map((size) => size * (size - 1)));
}

/** In nats. */
function entropy(sizes: readonly number[], points: number): number {
  return fsum(sizes.map((size) => (size === 0 ? 0 : (size / points) * log(points / size))));
}
