/**
 * Lloyd's iterations on points that one party holds: for the baseline's server, and for any party that clusters
 * points of its own.
 */

import {
  type EmptyRule,
  integerDistances,
  isLess,
  type Labels,
  lloydStep,
  type Loss,
  lossOf,
  sameLabels,
  separateClusters,
  takeFarthestPoints,
} from '../../src/core/kit/cluster.ts';
import { assert, compute, defineTask, type Matrix, round, subprotocol } from '../../src/core/kit/index.ts';

export interface IterationInput {
  /** All points, one per row. */
  readonly points: Matrix;
  readonly labels: Labels;
  /** The weight of each point; absent: 1. */
  readonly weights?: Float64Array | undefined;
  readonly clusters: number;
  /** Whether this is the iteration of centre separation (SecFC, section 5). */
  readonly separate: boolean;
  /** How empty clusters are treated; absent: they stay empty. */
  readonly empty?: EmptyRule | undefined;
}

/** One iteration of Lloyd. Operations: sums of m points, then m k distances, each of d coordinates. */
export const iterate = defineTask('lloyd/iterate', {
  operations: ({ points, clusters }: IterationInput) =>
    iterationOperations(points.rows, points.columns, clusters),
  run({ points, labels, weights, clusters, separate, empty }): Labels {
    if (separate) return separateClusters(integerDistances(points, labels, clusters), labels);
    const nearest = lloydStep(points, labels, clusters, weights);
    return empty === 'farthest' ? takeFarthestPoints(points, labels, nearest, clusters) : nearest;
  },
});

/** Operations of one iteration on `points` x `dimension` coordinates: distances to all centres, and new sums. */
export function iterationOperations(points: number, dimension: number, clusters: number): number {
  return points * dimension * (clusters + 1);
}

export interface Iterations {
  readonly points: Matrix;
  readonly start: Labels;
  readonly weights?: Float64Array | undefined;
  readonly clusters: number;
  readonly maxIterations: number;
  readonly empty?: EmptyRule;
  /** Whether the first iteration is one of centre separation, which needs integer points. */
  readonly centreSeparation?: boolean;
  /** The number of the first round, if each iteration is a round of its own. */
  readonly rounds?: number;
}

/**
 * Iterates until the labels repeat; returns the labels that each iteration started from, then the last ones. A million clients may
 * be in the midst of it at once, so it keeps little: no variable for each setting, and a history without room for more, as a list
 * that grows has for seventeen.
 */
export function* iterateToEnd(settings: Iterations) {
  let history: readonly Labels[] = [settings.start];
  let converged = false;
  while (!converged && history.length <= settings.maxIterations) {
    if (settings.rounds !== undefined) yield* round(settings.rounds + history.length - 1);
    const input = inputOf(settings, history);
    const labels = yield* compute(iterate, input);
    converged = !input.separate && sameLabels(input.labels, labels);
    history = history.concat([labels]);
  }
  return { history, labels: history[history.length - 1], converged };
}

/** What the iteration after these starts from. */
function inputOf(
  { points, weights, clusters, empty, centreSeparation = false }: Iterations,
  history: readonly Labels[],
): IterationInput {
  const separate = centreSeparation && history.length === 1;
  return { points, labels: history[history.length - 1], weights, clusters, separate, empty };
}

export interface LossInput {
  readonly points: Matrix;
  /** The labels whose means the points were assigned to. */
  readonly before: Labels;
  readonly labels: Labels;
  readonly clusters: number;
}

/** The loss of a start, for comparison with others. Operations: m d, a distance per point. */
export const compareLoss = defineTask('lloyd/loss', {
  operations: ({ points }: LossInput) => points.rows * points.columns,
  run: ({ points, before, labels, clusters }): Loss => lossOf(points, before, labels, clusters),
});

/** The result of the iterations from one start, or from the best of several. */
export interface Iterated {
  /**
   * The labels that each iteration started from, then the last ones; with several starts, start after start, then the
   * best labels.
   */
  readonly history: readonly Labels[];
  readonly labels: Labels;
  readonly converged: boolean;
  readonly iterations: number;
}

/** Iterates from every start, and keeps the labels of least loss, the first if several are equal; each iteration is a round. */
export function* iterateFromAll(starts: readonly Labels[], settings: Omit<Iterations, 'start' | 'rounds'>) {
  const history: Labels[] = [];
  let best: (Pick<Iterated, 'labels' | 'converged'> & { readonly loss?: Loss }) | undefined;
  for (const [at, start] of starts.entries()) {
    const found = yield* iterateToEnd({ ...settings, start, rounds: history.length - at + 1 });
    const { labels, converged } = found;
    history.push(...found.history);
    if (starts.length === 1) return { ...found, iterations: history.length - 1 };
    const { points, clusters } = settings;
    const before = history[history.length - 2];
    const loss = yield* compute(compareLoss, { points, before, labels, clusters });
    if (best?.loss === undefined || isLess(loss, best.loss)) best = { labels, converged, loss };
  }
  assert(best !== undefined, 'there is no start');
  const { labels, converged } = best;
  return { history: [...history, labels], labels, converged, iterations: history.length - starts.length };
}

export const lloydIterations = subprotocol({
  name: 'lloyd-iterations',
  summary: "Lloyd's iterations on points that one party holds",
  messages: [],
  tasks: [iterate, compareLoss],
});
