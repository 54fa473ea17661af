/** Lloyd's iterations on points that one party holds: of the baseline's server, and of whoever clusters points of its own. */

import {
  integerDistances,
  type Labels,
  lloydStep,
  sameLabels,
  separateClusters,
} from '../../src/kit/cluster.ts';
import { type Behaviour, compute, defineTask, type Matrix, round, subprotocol } from '../../src/kit/index.ts';

export interface IterationInput {
  /** All points, one per row. */
  readonly points: Matrix;
  readonly labels: Labels;
  /** How many times each point counts; absent: once. */
  readonly weights?: Float64Array | undefined;
  readonly clusters: number;
  /** Whether this is the iteration of centre separation (SecFC, section 5). */
  readonly separate: boolean;
}

/** One iteration of Lloyd: sums of m points, then m k distances, each of d coordinates. */
export const iterate = defineTask(import.meta.url, 'lloyd/iterate', {
  operations: ({ points, clusters }: IterationInput) =>
    iterationOperations(points.rows, points.columns, clusters),
  run: ({ points, labels, weights, clusters, separate }): Labels =>
    separate
      ? separateClusters(integerDistances(points, labels, clusters), labels)
      : lloydStep(points, labels, clusters, weights),
});

export function iterationOperations(points: number, dimension: number, clusters: number): number {
  return points * dimension * (clusters + 1);
}

export interface Iterations {
  readonly points: Matrix;
  readonly start: Labels;
  readonly weights?: Float64Array | undefined;
  readonly clusters: number;
  readonly maxIterations: number;
  /** Whether the first iteration is one of centre separation, which needs integer points. */
  readonly centreSeparation?: boolean;
  /** Whether each iteration is a round of its own. */
  readonly rounds?: boolean;
}

/** Iterates until the labels repeat; returns what each iteration started from, then the last. */
export function* iterateToEnd({
  points,
  start,
  weights,
  clusters,
  maxIterations,
  centreSeparation = false,
  rounds = false,
}: Iterations): Behaviour<{ history: readonly Labels[]; labels: Labels; converged: boolean }> {
  const history = [start];
  let labels = start;
  let converged = false;
  while (!converged && history.length <= maxIterations) {
    if (rounds) yield* round(history.length);
    const separate = centreSeparation && history.length === 1;
    const next = yield* compute(iterate, { points, labels, weights, clusters, separate });
    converged = !separate && sameLabels(labels, next);
    history.push(next);
    labels = next;
  }
  return { history, labels, converged };
}

export const lloydIterations = subprotocol({
  name: 'lloyd-iterations',
  summary: "Lloyd's iterations on points that one party holds",
  messages: [],
  tasks: [iterate],
});
