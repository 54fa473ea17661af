/**
 * scikit-learn's rule for a cluster that has lost all its points: it restarts at a point far from its own
 * centre.
 */

import { assert } from '../../base/errors.ts';
import type { Matrix } from '../../base/matrix.ts';
import type { ClusterSums } from './cluster-sums.ts';
import { type Labels, NO_CLUSTER } from '../../base/labels.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * Gives each empty cluster, in order, the point farthest from its own centre, and subtracts that point from
 * the sums of its old cluster; of equally far points the highest index goes first. The labels stay as they
 * are: the next assignment uses the changed sums. (scikit-learn, `_relocate_empty_clusters_dense`.)
 *
 * Unlike in scikit-learn, a point that is alone in its cluster stays there, because taking it would only
 * empty another cluster. If no other point is left, the cluster stays empty.
 *
 * @param centres k x d: the centres that the points were assigned to
 * @param clusters changed in place
 */
export function fillEmptyClusters(
  points: Matrix,
  labels: Labels,
  centres: Matrix,
  { sums, sizes }: ClusterSums,
  weights?: Float64Array,
): void {
  const empty = [...sizes.keys()].filter((h) => sizes[h] === 0);
  if (empty.length === 0) return;
  const { columns, values } = points;

  const candidates = [...labels.keys()].filter((i) => labels[i] !== NO_CLUSTER && weights?.[i] !== 0);
  const members = new Uint32Array(sizes.length);
  for (const i of candidates) members[labels[i]]++;
  const distances = new Float64Array(points.rows);
  for (const i of candidates) distances[i] = squaredDistance(centres, labels[i], points, i);
  candidates.sort((i, j) => distances[j] - distances[i] || j - i);

  for (const i of candidates) {
    if (empty.length === 0) return;
    const from = labels[i];
    if (members[from] === 1) continue;
    const to = empty.shift();
    assert(to !== undefined, 'an empty cluster is left');
    members[from]--;
    const weight = weights?.[i] ?? 1;
    sizes[from] -= weight;
    sizes[to] = weight;
    for (let c = 0; c < columns; c++) {
      const value = weight * values[i * columns + c];
      sums.values[from * columns + c] -= value;
      sums.values[to * columns + c] = value;
    }
  }
}
