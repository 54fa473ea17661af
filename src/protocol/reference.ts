/** Centralised Lloyd as iterative protocols must equal it. */

import type { Labels } from '../cluster/labels.ts';
import { integerDistances, lloyd } from '../cluster/lloyd.ts';
import { separateClusters } from '../cluster/scaled-distances.ts';
import type { Matrix } from '../matrix.ts';

export interface LloydRule {
  readonly clusters: number;
  readonly centreSeparation: boolean;
  readonly maxIterations: number;
}

/**
 * The labels that each iteration starts from, then the last. Centre separation is the first iteration where it is
 * asked for, and needs integer points; an empty cluster keeps no points; ties go to the lowest index.
 */
export function lloydHistory(points: Matrix, start: Labels, rule: LloydRule): readonly Labels[] {
  const { clusters, centreSeparation, maxIterations } = rule;
  if (!centreSeparation) return lloyd(points, clusters, { labels: start }, { maxIterations }).history;
  const separated = separateClusters(integerDistances(points, start, clusters), start);
  const rest = lloyd(points, clusters, { labels: separated }, { maxIterations: maxIterations - 1 });
  return [start, ...rest.history];
}
