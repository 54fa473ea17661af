/**
 * Positions of points, from nothing but their distances to the means of clusters whose members are known.
 *
 * For the mean b of a set S_b and any position a, the squared distance of a and b is the mean over S_b of
 * ||x_i - a||^2 - ||x_i - b||^2. So distances of points to centres give the distances between centres,
 * linearly. Those place the centres up to an isometry (multidimensional scaling), and a point's distances to
 * placed centres place the point (trilateration), as far as the centres span the space.
 */

import { square } from '../elementary/index.ts';
import { Matrix as Dense, pseudoInverse } from 'ml-matrix';
import type { Labels } from '../../base/labels.ts';
import { type Matrix, row, zeros } from '../../base/matrix.ts';

/** What was observed in one round. */
export interface Observation {
  /** The clusters whose means the centres are. */
  readonly labels: Labels;
  /**
   * The squared distance of every point, one per row, to the centre of every cluster; NaN for empty clusters,
   * and for points that take no part and so are in no cluster.
   */
  readonly distances: Matrix;
}

/** Points up to an isometry. */
export interface Placement {
  /** One row per point: its coordinates in the space that the centres span; NaN where it took no part. */
  readonly coordinates: Matrix;
  /** Each point's squared distance from that space. */
  readonly heights: Float64Array;
}

/**
 * A new direction counts if a centre's squared distance from the space spanned so far is at least this
 * fraction of the largest squared distance observed: below it, rounding would be taken for a direction.
 */
const STANDS_OUT = 1e-12;

/** The dimension of the space that all centres of these rounds span. */
export function affineRank(observations: readonly Observation[]): number {
  return chooseAnchors(observations).coordinates[0]?.length ?? 0;
}

/**
 * Places all points as far as the centres allow, by least squares over all centres: the difference of a
 * point's squared distances to two centres is linear in its position.
 */
export function place(observations: readonly Observation[]): Placement {
  const { centres, coordinates: at } = chooseAnchors(observations);
  const points = centres[0]?.toPoints.length ?? 0;
  const rank = at[0]?.length ?? 0;
  const coordinates = zeros(points, rank);
  const heights = new Float64Array(points);
  const lengths = at.map((own) => own.reduce((sum, value) => sum + square(value), 0));
  const solver = rank === 0 ? undefined : solverOf(at);
  const differences = new Float64Array(centres.length);
  for (let i = 0; i < points; i++) {
    const target = row(coordinates, i);
    let mean = 0;
    centres.forEach(({ toPoints }, c) => {
      differences[c] = lengths[c] - toPoints[i];
      mean += differences[c] / centres.length;
    });
    solver?.forEach((weights, e) => {
      let sum = 0;
      for (let c = 0; c < weights.length; c++) sum += weights[c] * (differences[c] - mean);
      target[e] = sum;
    });
    // The remainder of the distances is the point's own distance from the space, the same for all centres.
    const inside = at.reduce((sum, own) => sum + squaredDistance(own, target), 0) / centres.length;
    const seen = centres.reduce((sum, { toPoints }) => sum + toPoints[i], 0) / centres.length;
    heights[i] = Math.max(0, seen - inside);
  }
  return { coordinates, heights };
}

/**
 * Maps differences |c|^2 - |x - c|^2 about their mean, one for each centre c, to x: one row per coordinate.
 */
function solverOf(at: readonly (readonly number[])[]): number[][] {
  const places = new Dense(at.map((own) => [...own]));
  const doubled = places.clone().subRowVector(places.mean('column')).mul(2);
  return pseudoInverse(doubled).to2DArray();
}

function squaredDistance(a: readonly number[], b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += square(a[c] - b[c]);
  return sum;
}

/** An observed centre. */
interface Centre {
  /** Its squared distance to every point. */
  readonly toPoints: Float64Array;
  /** Its round and its cluster. */
  readonly observation: number;
  readonly cluster: number;
  /** The mean of its own points' squared distances. */
  readonly spread: number;
}

/**
 * The Cholesky factor of the centres' inner products about the first of them, with pivoting: the next
 * direction is always that of the centre farthest from the space of the previous ones. Row c holds the
 * coordinates of centre c.
 */
function chooseAnchors(observations: readonly Observation[]): {
  readonly centres: readonly Centre[];
  readonly coordinates: readonly (readonly number[])[];
} {
  const centres = observations.flatMap(centresOf);
  const coordinates: number[][] = centres.map(() => []);
  const [origin] = centres;
  if (origin === undefined) return { centres, coordinates };
  const lengths = distancesFrom(origin, centres, observations);
  const residuals = [...lengths];
  const least = STANDS_OUT * Math.max(...centres.map(({ toPoints }) => largest(toPoints)));
  for (;;) {
    const next = residuals.indexOf(Math.max(...residuals));
    if (!(residuals[next] > least)) return { centres, coordinates };
    const distances = distancesFrom(centres[next], centres, observations);
    const own = [...coordinates[next]];
    const length = Math.sqrt(residuals[next]);
    coordinates.forEach((at, a) => {
      const product = (lengths[next] + lengths[a] - distances[a]) / 2;
      const known = own.reduce((sum, value, c) => sum + value * at[c], 0);
      const coordinate = a === next ? length : (product - known) / length;
      at.push(coordinate);
      residuals[a] = a === next ? 0 : residuals[a] - square(coordinate);
    });
  }
}

function centresOf({ labels, distances }: Observation, observation: number): Centre[] {
  const sizes = new Float64Array(distances.columns);
  const spreads = new Float64Array(distances.columns);
  labels.forEach((h, i) => {
    if (h >= distances.columns) return;
    sizes[h]++;
    spreads[h] += distances.values[i * distances.columns + h];
  });
  return Array.from(sizes.keys())
    .filter((h) => sizes[h] > 0)
    .map((cluster) => {
      const toPoints = Float64Array.from(labels, (_, i) => distances.values[i * distances.columns + cluster]);
      return { toPoints, observation, cluster, spread: spreads[cluster] / sizes[cluster] };
    });
}

/** The squared distances of one centre to all of them. */
function distancesFrom(
  { toPoints }: Centre,
  centres: readonly Centre[],
  observations: readonly Observation[],
): number[] {
  const means = observations.map(({ labels, distances }) => {
    const sums = new Float64Array(distances.columns);
    const sizes = new Float64Array(distances.columns);
    labels.forEach((h, i) => {
      if (h >= distances.columns) return;
      sums[h] += toPoints[i];
      sizes[h]++;
    });
    return sums.map((sum, h) => sum / sizes[h]);
  });
  return centres.map(({ observation, cluster, spread }) => Math.max(0, means[observation][cluster] - spread));
}

function largest(values: Float64Array): number {
  // Not Math.max, for which NaN is the largest.
  return values.reduce((most, value) => (value > most ? value : most), 0);
}
