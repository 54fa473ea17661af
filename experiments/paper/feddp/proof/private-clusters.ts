/**
 * Algorithm 5 of FedDP-KMeans (Appendix F), of which Theorem 15 speaks: Lemma 17, a private projection, Algorithm 4 and
 * k-means of what the server knows, then private means and Lloyd's iterations. Where the diameter is small and the server's
 * points are few, it is Algorithm 1 followed by Algorithm 2, and the first and third of these steps are left out.
 */

import { centresFrom, weightedKMeans } from '../../../../actors/feddp/server-clustering.ts';
import {
  assignWithMargin,
  clusterSums,
  coordinatesOf,
  histogram,
  outerTriangle,
  symmetric,
} from '../../../../actors/feddp/statistics.ts';
import { type Matrix, row, selectRows, zeros } from '../../../../src/core/base/matrix.ts';
import type { Stream } from '../../../../src/core/base/random.ts';
import { assignToCentres } from '../../../../src/core/math/cluster/centres.ts';
import { topEigenvectors } from '../../../../src/core/math/cluster/eigenvectors.ts';
import { NEAR } from './awasthi-sheffet.ts';
import { type Freezing, freezePoints } from './freeze-points.ts';
import { nearestRow } from './nearest-row.ts';
import { type Budget, noisyCounts, noisyNumbers } from './noise.ts';
import { reduceDiameter, type Reduction } from './reduce-diameter.ts';

export interface PrivateClustering extends Budget {
  readonly clusters: number;
  readonly rounds: number;
  /** Points are clipped to this radius, after their diameter was reduced. */
  readonly clip: number;
  /** Absent: the diameter is small enough. */
  readonly reduction?: Omit<Reduction, 'epsilon'>;
  /** Absent: the server has few enough points. */
  readonly freezing?: Omit<Freezing, 'epsilon'>;
}

const STARTS = 5;
/** Reducing, projecting, starting and iterating. */
const STEPS = 4;

/** @returns the centres after the start, and after each iteration */
export function privateClusters(
  points: Matrix,
  server: Matrix,
  given: PrivateClustering,
  stream: Stream,
): Matrix[] {
  const { clusters, rounds, clip } = given;
  const step: Budget = { epsilon: given.epsilon / STEPS, delta: given.delta / 2 };
  const moved =
    given.reduction && reduceDiameter(points, server, { ...given.reduction, epsilon: step.epsilon }, stream);
  const own = moved?.server ?? server;
  const middle = meanOf(own);
  const about = relativeTo(own, middle);
  const clipped = clippedTo(relativeTo(moved?.points ?? points, middle), clip);

  const outer = noisyNumbers(outerTriangle(clipped), clip * clip, step, stream);
  const directions = topEigenvectors(symmetric(outer, points.columns), clusters);
  const projected = coordinatesOf(clipped, directions, 1);
  const start = startOf(projected, coordinatesOf(about, directions, 1), given, step.epsilon, stream);

  // Each of the means spends half on sums and half on counts.
  const releases = rounds + 1;
  const half: Budget = { epsilon: step.epsilon / (2 * releases), delta: step.delta / releases };
  const means = (labels: Uint16Array, before?: Matrix): Matrix => {
    const sums = clusterSums(clipped, labels, clusters);
    const at = clusters * points.columns;
    sums.set(noisyNumbers(sums.subarray(0, at), clip, half, stream));
    sums.set(noisyCounts(sums.subarray(at), half.epsilon, stream), at);
    return centresFrom(sums, clusters, before);
  };
  const history = [means(assignWithMargin(projected, start, NEAR))];
  for (let round = 0; round < rounds; round++)
    history.push(means(assignToCentres(clipped, history[round]), history[round]));
  return history.map((centres) => back(centres, about, middle, moved?.shifts));
}

/** Lemma 20: centres of the projected points, from noisy counts about the server's. */
function startOf(
  points: Matrix,
  server: Matrix,
  { clusters, freezing }: PrivateClustering,
  epsilon: number,
  stream: Stream,
): Matrix {
  const left = freezing === undefined ? epsilon : epsilon / 2;
  const frozen = freezing && freezePoints(points, server, { ...freezing, epsilon: left }, stream);
  const few = frozen === undefined || frozen.length < clusters ? server : selectRows(server, frozen);
  const weights = noisyCounts(histogram(points, few), left, stream).map((x) => Math.max(0, x));
  return weightedKMeans(few, clusters, weights, STARTS, stream);
}

function meanOf({ rows, columns, values }: Matrix): Float64Array {
  const mean = new Float64Array(columns);
  for (const [at, x] of values.entries()) mean[at % columns] += x / rows;
  return mean;
}

/** The points with `middle` as the origin. */
function relativeTo({ rows, columns, values }: Matrix, middle: Float64Array): Matrix {
  const moved = zeros(rows, columns);
  for (const [at, x] of values.entries()) moved.values[at] = x - middle[at % columns];
  return moved;
}

function clippedTo(points: Matrix, clip: number): Matrix {
  for (let i = 0; i < points.rows; i++) {
    const point = row(points, i);
    const factor = Math.min(1, clip / Math.hypot(...point));
    for (let c = 0; c < point.length; c++) point[c] *= factor;
  }
  return points;
}

/** Centres where their regions were before these were moved. */
function back(centres: Matrix, own: Matrix, middle: Float64Array, shifts: Matrix | undefined): Matrix {
  const found = zeros(centres.rows, centres.columns);
  for (let h = 0; h < centres.rows; h++) {
    const shift = shifts && row(shifts, nearestRow(own, centres, h));
    for (let c = 0; c < centres.columns; c++) {
      const at = h * centres.columns + c;
      found.values[at] = centres.values[at] + middle[c] - (shift?.[c] ?? 0);
    }
  }
  return found;
}
