/**
 * A rule for empty clusters that a server can apply that sees distances but no points: each takes the point
 * farthest from its own centre. Every such move lowers the loss, so iterations still terminate.
 */

import type { Matrix } from '../../base/matrix.ts';
import { means, sumClusters } from './cluster-sums.ts';
import { distancesToSums, sumsAreExact } from './integer-distances.ts';
import { clusterSizes, type Labels, NO_CLUSTER } from '../../base/labels.ts';
import { isFarther, type ScaledDistances } from './scaled-distances.ts';
import { squaredDistance } from './squared-distance.ts';

/** How far points are from the centres that they were assigned to. */
interface Ranking {
  /** Whether point i is farther from its centre than point j; never for equal distances. */
  farther(i: number, j: number): boolean;
  /** Whether point i coincides with its centre. */
  isThere(i: number): boolean;
}

/**
 * Labels in which every empty cluster, in order, has taken the point farthest from its own centre, of equally
 * far points the first. A point that is alone in its cluster, or coincides with its centre, stays; if there
 * is no other, the cluster stays empty.
 *
 * @param labels what `distances` assigned: nearest clusters, none of them empty before
 */
export function takeFarthest(distances: ScaledDistances, labels: Labels): Labels {
  return take(labels, distances.sizes.length, {
    farther: (i, j) => isFarther(distances, i, labels[i], j, labels[j]),
    isThere: (i) => distances.approximate(i, labels[i]) === 0,
  });
}

/**
 * Gives empty clusters the farthest points, of points in one place: exact if they are integers, otherwise in doubles.
 * @param before the labels whose means the points were assigned to
 */
export function takeFarthestPoints(points: Matrix, before: Labels, labels: Labels, k: number): Labels {
  const sums = sumClusters(points, before, k);
  if (sumsAreExact(points)) return takeFarthest(distancesToSums(points, sums), labels);
  const centres = means(sums);
  const distances = Float64Array.from(labels, (h, i) =>
    h === NO_CLUSTER ? 0 : squaredDistance(centres, h, points, i),
  );
  return take(labels, k, {
    farther: (i, j) => distances[i] > distances[j],
    isThere: (i) => distances[i] === 0,
  });
}

function take(labels: Labels, k: number, { farther, isThere }: Ranking): Labels {
  const sizes = clusterSizes(labels, k);
  const empty = [...sizes.keys()].filter((h) => sizes[h] === 0);
  if (empty.length === 0) return labels;
  const next = labels.slice();
  const away = [...labels.keys()].filter((i) => labels[i] !== NO_CLUSTER && !isThere(i));
  for (const h of empty) {
    let best: number | undefined;
    for (const i of away) {
      if (next[i] !== labels[i] || sizes[labels[i]] < 2) continue;
      if (best === undefined || farther(i, best)) best = i;
    }
    if (best === undefined) return next;
    sizes[labels[best]]--;
    next[best] = h;
  }
  return next;
}
