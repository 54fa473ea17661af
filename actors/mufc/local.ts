/** The clusters of a client's own points (MUFC, Algorithms 1 and 3). */

import { assignToCentres, clusterSizes, type Labels, NO_CLUSTER } from '../../src/core/kit/cluster.ts';
import { compute, type Matrix, phase, selectRows, zeros } from '../../src/core/kit/index.ts';
import { iterateToEnd } from '../blocks/index.ts';
import type { Cell } from '../blocks/scma/grid.ts';
import type { Agreed } from './agreed.ts';
import { cellsOf, type CubeGrid } from './cube.ts';
import { type Holdings } from './removal/holdings.ts';
import { means, seed } from './tasks.ts';
import { keptSeeds } from './unlearn.ts';

export interface Local {
  readonly centres: Matrix;
  /** The local cluster of every point. */
  readonly labels: Labels;
  /** The rows that were drawn as centres, in order; without iterations they are the centres. */
  readonly chosen: Uint32Array;
}

/** Clusters, drawing the centres after the kept ones. */
export type Cluster = (kept?: Uint32Array) => ReturnType<typeof localClustering>;

/** Line 2 of Algorithm 1: the initialisation of k-means++, and the iterations of Appendix M.3. */
export function* localClustering(
  points: Matrix,
  clusters: number,
  { iterate, maxIterations }: Agreed,
  key: Uint8Array,
  kept?: Uint32Array,
) {
  if (clusters === 0) return unclustered(points);
  yield* phase('local');
  const { chosen, labels: start } = yield* compute(seed, { points, clusters, key, kept });
  if (!iterate) return { centres: selectRows(points, chosen), labels: start, chosen };
  const { labels } = yield* iterateToEnd({ points, start, clusters, maxIterations });
  const { centres } = yield* compute(means, { points, labels, clusters });
  return { centres, labels: assignToCentres(points, centres), chosen };
}

/** k'_j for the remaining points. */
export function clustersOf({ localClusters }: Agreed, index: number, points: number): number {
  return Math.min(localClusters[index], points);
}

/**
 * Line 3 of Algorithm 4: the local clusters after rows are removed, whether a centre was among them, and whether the
 * server needs to know.
 */
export function* unlearn(
  { iterate, unlearning }: Agreed,
  holdings: Holdings,
  { chosen, labels, centres }: Local,
  rows: readonly number[],
  most: number,
  cluster: Cluster,
) {
  if (rows.length === 0) return { local: { chosen, labels, centres }, changed: false, hit: false };
  const gone = new Set(rows);
  holdings.erase(rows);
  const hit = chosen.some((row) => gone.has(row));
  if (unlearning === 'retrain') return { local: unclustered(holdings.points), changed: true, hit };
  // Means depend on all points, so removing any point changes them.
  if (iterate) return { local: yield* cluster(), changed: true, hit };
  const kept = keptSeeds(chosen, rows, most);
  if (kept.length < chosen.length) return { local: yield* cluster(kept), changed: true, hit };
  const local = { chosen: kept, labels: labels.filter((_, row) => !gone.has(row)), centres };
  return { local, changed: unlearning === 'exact', hit };
}

/** The cells of the centres, and how many points each has. */
export function localCells({ centres, labels }: Local, grid: CubeGrid): Cell[] {
  return cellsOf(centres, clusterSizes(labels, centres.rows), grid);
}

/** Points that are yet to be clustered. */
function unclustered({ rows, columns }: Matrix): Local {
  const labels = new Uint16Array(rows).fill(NO_CLUSTER);
  return { centres: zeros(0, columns), labels, chosen: new Uint32Array() };
}

/** The induced clustering: a point is in the cluster of its local centre. */
export function inducedLabels({ centres: own, labels }: Local, centres: Matrix): Labels {
  const names = assignToCentres(own, centres);
  return labels.map((h) => (h === NO_CLUSTER ? NO_CLUSTER : names[h]));
}
