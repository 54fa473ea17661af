/** Where a clustering starts: the same assignment for every protocol under one seed. */

import type { Labels } from '../cluster/labels.ts';
import { assignToCentres } from '../cluster/lloyd.ts';
import { kMeansPlusPlus } from '../cluster/seeding.ts';
import { type Matrix, selectRows } from '../matrix.ts';
import type { Stream } from '../random.ts';
import type { StartRule } from './protocol.ts';

/**
 * `random`: every point in a cluster drawn uniformly (SecFC, Algorithm 1, line 6). `k-means++`: every point with
 * the nearest of centres drawn by D^2 sampling from all points, which no party of a private protocol could do; it is
 * for experiments about what comes after.
 */
export function startLabels(rule: StartRule, points: Matrix, clusters: number, stream: Stream): Labels {
  if (rule === 'random') return Uint16Array.from({ length: points.rows }, () => stream.integer(clusters));
  return assignToCentres(points, selectRows(points, kMeansPlusPlus(points, clusters, stream)));
}
