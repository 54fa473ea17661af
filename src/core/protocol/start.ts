/** Where a clustering starts: the same assignments for every protocol under one seed. */

import type { Labels } from '../base/labels.ts';
import { NO_CLUSTER } from '../base/labels.ts';
import { assignToCentres } from '../math/cluster/centres.ts';
import { kMeansPlusPlus } from '../math/cluster/seeding.ts';
import { type Matrix, selectRows } from '../base/matrix.ts';
import type { Stream } from '../base/random.ts';

/**
 * Each initial centre is the mean of this many points of its own; several such starts, of which the best result
 * counts.
 */
export interface Subsets {
  readonly subsets: number;
  readonly restarts: number;
}

/**
 * The cluster of every row of the data, whoever holds it, so a start does not depend on the partition;
 * several starts are concatenated.
 *
 * `random`: drawn uniformly for every point (SecFC, Algorithm 1, line 6), so that all means nearly coincide.
 * `k-means++`: the nearest of centres drawn by D^2 sampling from all points, which no party of a private
 * protocol could do; it is for experiments about what follows. `subsets`: this many points for each cluster,
 * and no cluster for the others.
 */
export function startLabels(
  rule: 'random' | 'k-means++' | Subsets,
  points: Matrix,
  clusters: number,
  stream: Stream,
): Labels {
  if (rule === 'random') return Uint16Array.from({ length: points.rows }, () => stream.integer(clusters));
  if (rule === 'k-means++')
    return assignToCentres(points, selectRows(points, kMeansPlusPlus(points, clusters, stream)));
  const { subsets, restarts } = rule;
  const labels = new Uint16Array(restarts * points.rows).fill(NO_CLUSTER);
  for (let restart = 0; restart < restarts; restart++)
    for (const [at, row] of drawRows(subsets * clusters, points.rows, stream).entries())
      labels[restart * points.rows + row] = Math.floor(at / subsets);
  return labels;
}

/** Distinct rows, uniformly distributed over all ordered lists of them. */
function drawRows(count: number, rows: number, stream: Stream): Uint32Array {
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  for (let at = 0; at < count; at++) {
    const other = at + stream.integer(rows - at);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all.subarray(0, count);
}

/** The individual starts. @param points how many points each assigns */
export function startsOf(start: Labels, points: number): readonly Labels[] {
  return Array.from({ length: points === 0 ? 0 : start.length / points }, (_, at) =>
    start.subarray(at * points, (at + 1) * points),
  );
}
