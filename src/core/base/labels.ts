/**
 * Which cluster each point belongs to: the assignment S of SecFC, and the result of every clustering here.
 */

import { assert } from './errors.ts';

/** The cluster of each point, from 0, or {@link NO_CLUSTER}. */
export type Labels = Uint16Array;

/** The label of a point that is in no cluster. */
export const NO_CLUSTER = 0xffff;

/** Labels run from 0 to `MAX_CLUSTERS - 1`, which leaves one number for {@link NO_CLUSTER}. */
export const MAX_CLUSTERS = NO_CLUSTER;

/** The number of points in each of `k` clusters. Fails if a label names a cluster that does not exist. */
export function clusterSizes(labels: Labels, k: number): Uint32Array {
  if (!(k >= 0 && k <= MAX_CLUSTERS)) assert(false, `${k} is not a number of clusters`);
  const sizes = new Uint32Array(k);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i];
    if (label < k) sizes[label]++;
    else if (label !== NO_CLUSTER) assert(false, `point ${i} is in cluster ${label} of ${k}`);
  }
  return sizes;
}

/** Whether both put every point in the same cluster; Lloyd's iterations stop when they do. */
export function sameLabels(a: Labels, b: Labels): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Extends the labels of some of `points` points to all of them: the others are in no cluster.
 *
 * @param places the index of the point that each label belongs to
 */
export function spreadLabels(labels: Labels, places: ArrayLike<number>, points: number): Labels {
  const all = new Uint16Array(points).fill(NO_CLUSTER);
  for (let i = 0; i < labels.length; i++) all[places[i]] = labels[i];
  return all;
}
