/**
 * Where points lie, from nothing but their distances to the means of clusters whose members are known.
 *
 * For the mean b of a set S_b and any place a, the squared distance of a and b is the mean over S_b of
 * ||x_i - a||^2 - ||x_i - b||^2. So distances of points to centres give the centres' distances among each other,
 * linearly. Those place the centres up to an isometry (multidimensional scaling), and a point's distances to placed
 * centres place the point (trilateration), as far as the centres span the space.
 */

import type { Labels } from '../cluster/labels.ts';
import { type Matrix, row, zeros } from '../base/matrix.ts';

/** What was seen in one round. */
export interface Observation {
  /** Whose means the centres are. */
  readonly labels: Labels;
  /** The squared distance of every point, one per row, to the centre of every cluster; NaN where one is empty. */
  readonly distances: Matrix;
}

/** Points up to an isometry. */
export interface Placement {
  /** One row per point: its coordinates in the space that the centres span. */
  readonly coordinates: Matrix;
  /** Each point's squared distance from that space. */
  readonly heights: Float64Array;
}

/**
 * A new direction counts when a centre's squared distance from the space spanned so far is this share of the largest
 * squared distance seen: below it, rounding would be taken for a direction.
 */
const STANDS_OUT = 1e-12;

/** The dimension of the space that all centres of these rounds span. */
export function affineRank(observations: readonly Observation[]): number {
  return chooseAnchors(observations).factor.length;
}

/** Places all points as far as the centres allow. */
export function place(observations: readonly Observation[]): Placement {
  const { origin, anchors, factor } = chooseAnchors(observations);
  const points = origin?.toPoints.length ?? 0;
  const coordinates = zeros(points, anchors.length);
  const heights = new Float64Array(points);
  for (let i = 0; i < points; i++) {
    const fromOrigin = (origin as Centre).toPoints[i];
    const at = row(coordinates, i);
    let height = fromOrigin;
    anchors.forEach(({ toPoints, fromOrigin: length }, a) => {
      let product = (fromOrigin + length - toPoints[i]) / 2;
      for (let c = 0; c < a; c++) product -= factor[a][c] * at[c];
      at[a] = product / factor[a][a];
      height -= at[a] ** 2;
    });
    heights[i] = Math.max(0, height);
  }
  return { coordinates, heights };
}

/** A centre that was seen. */
interface Centre {
  /** Its squared distance to every point. */
  readonly toPoints: Float64Array;
  /** The round it is from, and its cluster. */
  readonly observation: number;
  readonly cluster: number;
  /** The mean of the squared distances of its own points. */
  readonly spread: number;
}

interface Anchor extends Centre {
  /** Squared. */
  readonly fromOrigin: number;
}

/**
 * Cholesky's factor of the centres' inner products about the first of them, pivoted: the next anchor is always the
 * centre farthest from the space of those before it. Row a holds the coordinates of anchor a.
 */
function chooseAnchors(observations: readonly Observation[]): {
  readonly origin?: Centre;
  readonly anchors: readonly Anchor[];
  readonly factor: readonly (readonly number[])[];
} {
  const centres = observations.flatMap(centresOf);
  const [origin] = centres;
  if (origin === undefined) return { anchors: [], factor: [] };
  const lengths = distancesFrom(origin, centres, observations);
  const residuals = [...lengths];
  const coordinates: number[][] = centres.map(() => []);
  const anchors: Anchor[] = [];
  const factor: number[][] = [];
  const least = STANDS_OUT * Math.max(...centres.map(({ toPoints }) => largest(toPoints)));
  for (;;) {
    const next = residuals.indexOf(Math.max(...residuals));
    if (!(residuals[next] > least)) return { origin, anchors, factor };
    const distances = distancesFrom(centres[next], centres, observations);
    const own = [...coordinates[next]];
    const length = Math.sqrt(residuals[next]);
    coordinates.forEach((at, a) => {
      const product = (lengths[next] + lengths[a] - distances[a]) / 2;
      const known = own.reduce((sum, value, c) => sum + value * at[c], 0);
      const coordinate = a === next ? length : (product - known) / length;
      at.push(coordinate);
      residuals[a] = a === next ? 0 : residuals[a] - coordinate ** 2;
    });
    anchors.push({ ...centres[next], fromOrigin: lengths[next] });
    factor.push(coordinates[next].slice());
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
  return values.reduce((most, value) => Math.max(most, value), 0);
}
