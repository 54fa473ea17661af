/** What the server computes from noisy sums and its own points: post-processing, which costs no privacy. */

import { kMeansPlusPlus, lloyd, squaredDistance } from '../../src/core/kit/cluster.ts';
import { type Matrix, selectRows, type Stream, zeros } from '../../src/core/kit/index.ts';

/**
 * The points whose noisy weights make them worth keeping: those of at least the minimum, or the k heaviest if these
 * are fewer. A negative weight counts as 0.
 */
export function keepHeavy(
  weights: Float64Array,
  minimum: number,
  k: number,
): { rows: Uint32Array; weights: Float64Array } {
  const heavy = Uint32Array.from(weights.keys()).filter((q) => weights[q] >= minimum);
  const byWeight = Uint32Array.from(weights.keys()).toSorted((a, b) => weights[b] - weights[a] || a - b);
  const rows = heavy.length >= k ? heavy : byWeight.slice(0, k).toSorted();
  const kept = Float64Array.from(rows, (q) => Math.max(0, weights[q]));
  // If noise left no positive weight, all count equally.
  return { rows, weights: kept.some((weight) => weight > 0) ? kept : kept.fill(1) };
}

/** Lloyd's iterations on a server's few points end long before. */
const MOST_ITERATIONS = 300;

/** Weighted k-means of few points: the best of several starts by k-means++. */
export function weightedKMeans(
  points: Matrix,
  k: number,
  weights: Float64Array | undefined,
  starts: number,
  stream: Stream,
): Matrix {
  let best: Matrix | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let start = 0; start < starts; start++) {
    const rows = kMeansPlusPlus(points, k, stream, { weights });
    const { centres } = lloyd(
      points,
      k,
      { centres: selectRows(points, rows) },
      { maxIterations: MOST_ITERATIONS, weights },
    );
    const filled = withoutGaps(centres, points, rows);
    const cost = weightedCost(points, filled, weights);
    if (cost < least) [best, least] = [filled, cost];
  }
  return best as Matrix;
}

/** A cluster that lost all its points returns to its start. */
function withoutGaps(centres: Matrix, points: Matrix, starts: Uint32Array): Matrix {
  const filled = zeros(centres.rows, centres.columns);
  filled.values.set(centres.values);
  for (let h = 0; h < centres.rows; h++) {
    const at = h * centres.columns;
    if (!Number.isNaN(centres.values[at])) continue;
    filled.values.set(
      points.values.subarray(starts[h] * points.columns, (starts[h] + 1) * points.columns),
      at,
    );
  }
  return filled;
}

/** The sum of weighted squared distances to the nearest centre. */
export function weightedCost(points: Matrix, centres: Matrix, weights?: Float64Array): number {
  let cost = 0;
  for (let i = 0; i < points.rows; i++) {
    let least = Number.POSITIVE_INFINITY;
    for (let h = 0; h < centres.rows; h++) least = Math.min(least, squaredDistance(centres, h, points, i));
    cost += (weights?.[i] ?? 1) * least;
  }
  return cost;
}

/**
 * Centres as quotients of noisy sums and counts, for any noisy counts: in the initialisation a count below 1 is taken
 * as 1; later a cluster with a count below 1 keeps its centre.
 * @param sums K rows of d, then K counts, in real units
 */
export function centresFrom(sums: Float64Array, clusters: number, before?: Matrix): Matrix {
  const d = sums.length / clusters - 1;
  const centres = zeros(clusters, d);
  for (let h = 0; h < clusters; h++) {
    const count = sums[clusters * d + h];
    for (let c = 0; c < d; c++) {
      const at = h * d + c;
      centres.values[at] =
        before !== undefined && count < 1 ? before.values[at] : sums[at] / Math.max(1, count);
    }
  }
  return centres;
}
