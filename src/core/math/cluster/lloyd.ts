/**
 * Lloyd's algorithm on points in one place: the reference for secure protocols. On integer points every
 * decision is exact, so SecFC on the same quantised points must give the same labels in every iteration.
 */

import { assert } from '../../base/errors.ts';
import type { Matrix } from '../../base/matrix.ts';
import { assignToCentres, centresOf } from './centres.ts';
import { type ClusterSums, means, sumClusters } from './cluster-sums.ts';
import { fillEmptyClusters } from './empty-clusters.ts';
import { distancesToSums, integerDistances, sumsAreExact } from './integer-distances.ts';
import { type Labels, sameLabels } from '../../base/labels.ts';
import { nearestClusters } from './scaled-distances.ts';
import { dissolveSmall } from './small-clusters.ts';

// Re-exported as part of this module, though each has a file of its own.
export { assignToCentres, centresOf, integerDistances };

/** Where the iterations start; k x d centres, where a row of NaN is no centre. */
export type LloydStart = { readonly labels: Labels } | { readonly centres: Matrix };

export interface LloydOptions {
  readonly maxIterations: number;
  /**
   * `drop`, the default and the rule of SecFC: an empty cluster keeps no points and never comes back.
   * `farthest`, the rule of scikit-learn: it takes the point farthest from its own centre.
   */
  readonly emptyClusters?: 'drop' | 'farthest' | undefined;
  /** Clusters of fewer points are dissolved after every assignment, and stay empty. */
  readonly minimumCluster?: number | undefined;
  /** m numbers, finite and not negative: how many times each point counts. A cluster of weight 0 is empty. */
  readonly weights?: Float64Array | undefined;
}

export interface LloydResult {
  /** m: the nearest of `centres` for each point. */
  readonly labels: Labels;
  /**
   * k x d: the means after the last update, NaN for a cluster that was empty. Once converged, the means of
   * `labels`.
   */
  readonly centres: Matrix;
  /** How many times centres and labels were recomputed; if converged, the last time changed nothing. */
  readonly iterations: number;
  /** Whether the last iteration left the labels as they were. */
  readonly converged: boolean;
  /** The labels at the start and after each iteration: `iterations + 1` of them. */
  readonly history: readonly Labels[];
}

/**
 * One iteration: the nearest of the old clusters' means for each point, the lowest index where several are
 * equally near. Empty clusters stay empty. Decided exactly when all values are integers with m max|x| < 2^53,
 * otherwise, and for weighted points, in doubles.
 *
 * @param points m x d, finite
 * @param weights m numbers, finite and not negative; all 1 when left out
 */
export function lloydStep(points: Matrix, labels: Labels, k: number, weights?: Float64Array): Labels {
  return assign(
    points,
    sumClusters(points, labels, k, weights),
    weights === undefined && sumsAreExact(points),
  );
}

/**
 * Iterates until the labels repeat, or `maxIterations` times. Decides as {@link lloydStep} does; weighted
 * points are always decided in doubles.
 *
 * @param points m x d, finite
 */
export function lloyd(points: Matrix, k: number, start: LloydStart, options: LloydOptions): LloydResult {
  const { maxIterations, emptyClusters = 'drop', minimumCluster = 1, weights } = options;
  const exact = weights === undefined && sumsAreExact(points);
  let labels = 'labels' in start ? start.labels : assignToCentres(points, start.centres);
  let centres = 'labels' in start ? centresOf(points, labels, k, weights) : start.centres;
  assert(centres.rows === k, `${centres.rows} centres for ${k} clusters`);

  const history = [labels];
  let converged = false;
  while (!converged && history.length <= maxIterations) {
    const clusters = sumClusters(points, labels, k, weights);
    if (emptyClusters === 'farthest') fillEmptyClusters(points, labels, centres, clusters, weights);
    centres = means(clusters);
    const next = dissolveSmall(assign(points, clusters, exact), k, minimumCluster);
    converged = sameLabels(labels, next);
    labels = next;
    history.push(labels);
  }
  return { labels, centres, iterations: history.length - 1, converged, history };
}

/** Nobody else needs the sums after that. */
function assign(points: Matrix, clusters: ClusterSums, exact: boolean): Labels {
  return exact
    ? nearestClusters(distancesToSums(points, clusters))
    : assignToCentres(points, means(clusters, clusters.sums));
}
