/** Centralised Lloyd as iterative protocols must equal it. */

import type { Labels } from '../cluster/labels.ts';
import { integerDistances, lloyd } from '../cluster/lloyd.ts';
import { separateClusters } from '../cluster/scaled-distances.ts';
import { dissolveSmall } from '../cluster/small-clusters.ts';
import type { Matrix } from '../base/matrix.ts';

export interface LloydRule {
  readonly clusters: number;
  readonly centreSeparation: boolean;
  readonly maxIterations: number;
  /** Clusters of fewer points are dissolved; absent: none is too small. */
  readonly minimumCluster?: number;
}

/**
 * The labels that each iteration starts from, then the last. Centre separation is the first iteration where it is
 * asked for, and needs integer points; an empty cluster keeps no points; ties go to the lowest index.
 */
export function lloydHistory(points: Matrix, start: Labels, rule: LloydRule): readonly Labels[] {
  const { clusters, centreSeparation, maxIterations, minimumCluster = 1 } = rule;
  const iterate = (labels: Labels, iterations: number): readonly Labels[] =>
    lloyd(points, clusters, { labels }, { maxIterations: iterations, minimumCluster }).history;
  const first = dissolveSmall(start, clusters, minimumCluster);
  if (!centreSeparation) return iterate(first, maxIterations);
  const separated = separateClusters(integerDistances(points, first, clusters), first);
  return [first, ...iterate(dissolveSmall(separated, clusters, minimumCluster), maxIterations - 1)];
}
