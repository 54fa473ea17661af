/** A rule against clusters so small that their centre is nearly a point. */

import { clusterSizes, type Labels, NO_CLUSTER } from '../../base/labels.ts';

/**
 * Dissolves every cluster of fewer than `minimum` points: its points are in no cluster until they are
 * reassigned, and it stays empty. Returns the same labels if there is no such cluster.
 */
export function dissolveSmall(labels: Labels, k: number, minimum: number): Labels {
  const sizes = clusterSizes(labels, k);
  if (sizes.every((size) => size === 0 || size >= minimum)) return labels;
  return labels.map((h) => (h === NO_CLUSTER || sizes[h] >= minimum ? h : NO_CLUSTER));
}
