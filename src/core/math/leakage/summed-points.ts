/**
 * Points from sums of clusters, observed round after round with their members (Yang, Luo and Li 2025). Points
 * that were always in the same clusters are one unknown; a point that was alone in this, and that the sums
 * determine, is known exactly.
 */

import { grouped } from '../../base/grouped.ts';
import { type ClusterSums } from '../cluster/cluster-sums.ts';
import { row } from '../../base/matrix.ts';
import { LinearSums } from './linear-sums.ts';

/** Points with the same history of clusters, and their sum. */
export interface Determined {
  /** Their indices in the labels. */
  readonly points: readonly number[];
  readonly sum: Float64Array;
}

/**
 * @param rounds of the same points: the cluster of each, and the sums of all clusters
 * @returns every group whose sum follows, whatever its size
 */
export function determinedBy(
  rounds: readonly { readonly labels: ArrayLike<number>; readonly sums: ClusterSums }[],
): Determined[] {
  if (rounds.length === 0) return [];
  const points = Array.from({ length: rounds[0].labels.length }, (_, i) => i);
  const members = [...grouped(points, (i) => rounds.map(({ labels }) => labels[i]).join()).values()];
  const sums = new LinearSums(members.length);
  for (const { labels, sums: seen } of rounds) {
    for (let h = 0; h < seen.sizes.length; h++) {
      // Of a group either all points are in a cluster, or none.
      const isIn = members.map(([first]) => Number(labels[first] === h));
      if (isIn.includes(1)) sums.add(isIn, row(seen.sums, h));
    }
  }
  return Array.from(sums.known(), ({ unknown, value }) => ({ points: members[unknown], sum: value }));
}
