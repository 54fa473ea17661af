/** Centralised Lloyd, which iterative protocols must equal. */

import { type Labels, sameLabels } from '../base/labels.ts';
import { integerDistances, lloydStep } from '../math/cluster/lloyd.ts';
import { takeFarthestPoints } from '../math/cluster/farthest-points.ts';
import { isLess, type Loss, lossOf } from '../math/cluster/loss.ts';
import { separateClusters } from '../math/cluster/scaled-distances.ts';
import { dissolveSmall } from '../math/cluster/small-clusters.ts';
import type { Matrix } from '../base/matrix.ts';
import { startsOf } from './start.ts';

/** What happens to empty clusters: they stay empty, or take the point farthest from its centre. */
export type EmptyRule = 'keep' | 'farthest';

export interface LloydRule {
  readonly clusters: number;
  readonly centreSeparation: boolean;
  /** For each start. */
  readonly maxIterations: number;
  /** Clusters of fewer points are dissolved; absent: no minimum. */
  readonly minimumCluster?: number;
  /** Absent: they stay empty. */
  readonly empty?: EmptyRule;
}

/**
 * The labels that each iteration starts from, then the final ones. Centre separation, if requested, is the
 * first iteration, and needs integer points; ties go to the lowest index. For several starts, their histories
 * concatenated, followed by the labels with the least loss, of the first such start.
 *
 * @param start several starts are concatenated
 */
export function lloydHistory(points: Matrix, start: Labels, rule: LloydRule): readonly Labels[] {
  const starts = startsOf(start, points.rows);
  const histories = starts.map((one) => historyFrom(points, one, rule));
  if (histories.length === 1) return histories[0];
  const { clusters } = rule;
  let best: { readonly labels: Labels; readonly loss: Loss } | undefined;
  for (const history of histories) {
    const [before, labels] = history.slice(-2);
    const loss = lossOf(points, before, labels, clusters);
    if (best === undefined || isLess(loss, best.loss)) best = { labels, loss };
  }
  return [...histories.flat(), ...(best === undefined ? [] : [best.labels])];
}

function historyFrom(points: Matrix, start: Labels, rule: LloydRule): Labels[] {
  const { clusters, centreSeparation, maxIterations, minimumCluster = 1, empty = 'keep' } = rule;
  const history = [dissolveSmall(start, clusters, minimumCluster)];
  let converged = false;
  while (!converged && history.length <= maxIterations) {
    const labels = history[history.length - 1];
    const separate = centreSeparation && history.length === 1;
    const nearest = separate
      ? separateClusters(integerDistances(points, labels, clusters), labels)
      : lloydStep(points, labels, clusters);
    const filled =
      separate || empty === 'keep' ? nearest : takeFarthestPoints(points, labels, nearest, clusters);
    const next = dissolveSmall(filled, clusters, minimumCluster);
    converged = !separate && sameLabels(labels, next);
    history.push(next);
  }
  return history;
}
