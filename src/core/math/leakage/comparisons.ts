/**
 * Where points lie, from comparisons of their distances to pairs of centres that are multiplied by random factors.
 *
 * The difference of a point's squared distances to two centres is linear in the point, so all differences together are a
 * matrix of rank d, and factors with a known mean make each an unbiased estimate: a fit of low rank averages the factors out.
 * It gives the points up to a linear map. The metric follows from the means of the differences over the clusters themselves:
 * for the centres a, b of two clusters, mean_a - mean_b of |x-h|^2 - |x-g|^2 is -2 (a-b).(h-g), which is linear in it.
 */

import { square } from '../elementary/index.ts';
import { median } from '../statistics/summary.ts';
import { EVD, Matrix as Dense, solve, SVD } from 'ml-matrix';
import { type Matrix, zeros } from '../../base/matrix.ts';

/** How much farther one centre is than another. */
export interface Comparison {
  /** The clusters whose means the centres are, as rows of their points. */
  readonly near: readonly number[];
  readonly far: readonly number[];
  /** All clusters of that round, including these two. */
  readonly clusters: readonly (readonly number[])[];
  /** An estimate of |x - far|^2 - |x - near|^2 for every row. */
  readonly values: Float64Array;
  /** Which of them are exact, except for rounding. */
  readonly exact: Uint8Array;
}

/** How often fits are refined. */
const STEPS = 8;

/** The variance of a factor that is uniform from 0 to twice its mean, relative to its mean squared. */
const VARIANCE = 1 / 3;

/** Differences according to a low-rank fit: `differences[c][i]`, and the points up to a linear map. */
export interface Fit {
  /** One row per point, `rank` columns. */
  readonly places: Dense;
  readonly differences: readonly Float64Array[];
}

/**
 * Places in at most `rank` dimensions that explain comparisons of distances, by alternating between places and differences.
 * @param points how many there are
 */
export function fitComparisons(comparisons: readonly Comparison[], points: number, rank: number): Fit {
  const start = new Dense(
    comparisons.map(({ values }) => {
      const mean = values.reduce((sum, value) => sum + value / points, 0);
      return Array.from(values, (value) => value - mean);
    }),
  ).transpose();
  const { leftSingularVectors, diagonal } = new SVD(start, { autoTranspose: true });
  const size = Math.min(rank, diagonal.length);
  let places = leftSingularVectors.subMatrix(0, points - 1, 0, size - 1).mul(Math.sqrt(points));
  let differences: Float64Array[] = comparisons.map(({ values }) => values);
  const typical = median(comparisons.map(({ values }) => Math.abs(values[values.length >> 1])));
  for (let step = 0; step < STEPS; step++) {
    const known = differences;
    const weight = (c: number, i: number): number =>
      comparisons[c].exact[i] === 1
        ? 1e6 / (1e-6 * square(known[c][i]) + square(typical))
        : 1 / (VARIANCE * square(known[c][i]) + 0.01 * square(typical));
    // Each difference is an intercept plus a slope times the positions; then each position fits all
    // differences.
    const inputs = Array.from({ length: points }, (_, i) => [...places.getRow(i), 1]);
    const lines = comparisons.map(({ values }, c) => weighted(inputs, values, (i) => weight(c, i)));
    const slopes = lines.map((line) => line.slice(0, size));
    places = new Dense(
      inputs.map((_, i) =>
        weighted(
          slopes,
          comparisons.map(({ values }, c) => values[i] - lines[c][size]),
          (c) => weight(c, i),
        ),
      ),
    );
    const rows = places.to2DArray();
    differences = lines.map((line) =>
      Float64Array.from(rows, (at) => at.reduce((sum, value, e) => sum + value * line[e], line[size])),
    );
  }
  return { places, differences };
}

/**
 * The points' positions up to an isometry, from the points up to a linear map. Undefined if the map has
 * directions of no length: its rank is too large for what was observed.
 */
export function metricPlaces(
  { places, differences }: Fit,
  comparisons: readonly Comparison[],
): Matrix | undefined {
  const size = places.columns;
  const entries = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size - a }, (__, b) => [a, a + b]),
  ).flat();
  const points = places.to2DArray();
  const means = new Map<readonly number[], number[]>();
  const meanOf = (rows: readonly number[]): number[] => {
    let mean = means.get(rows);
    if (mean === undefined) {
      mean = Array.from({ length: size }, (_, e) =>
        rows.reduce((sum, i) => sum + points[i][e] / rows.length, 0),
      );
      means.set(rows, mean);
    }
    return mean;
  };
  const rows: number[][] = [];
  const values: number[] = [];
  comparisons.forEach(({ near, far, clusters }, c) => {
    const [g, h] = [meanOf(near), meanOf(far)];
    const average = (over: readonly number[]): number =>
      over.reduce((sum, i) => sum + differences[c][i] / over.length, 0);
    for (const [one, other] of pairsOf(clusters)) {
      const [a, b] = [meanOf(one), meanOf(other)];
      const row = entries.map(([e, f]) => {
        const product = (a[e] - b[e]) * (h[f] - g[f]);
        return e === f ? product : product + (a[f] - b[f]) * (h[e] - g[e]);
      });
      // Errors are relative to the values.
      const weight = 1 / Math.sqrt(row.reduce((sum, value) => sum + square(value), 0));
      if (!Number.isFinite(weight)) continue;
      rows.push(row.map((value) => value * weight));
      values.push(((average(other) - average(one)) / 2) * weight);
    }
  });
  if (rows.length < entries.length) return undefined;
  const quadratic = solve(new Dense(rows), Dense.columnVector(values), true);
  const metric = Dense.zeros(size, size);
  entries.forEach(([a, b], at) => {
    metric.set(a, b, quadratic.get(at, 0));
    metric.set(b, a, quadratic.get(at, 0));
  });
  const { realEigenvalues, eigenvectorMatrix } = new EVD(metric, { assumeSymmetric: true });
  if (Math.min(...realEigenvalues) <= 0) return undefined;
  const placed = places.mmul(eigenvectorMatrix.mulRowVector(realEigenvalues.map(Math.sqrt)));
  const result = zeros(placed.rows, size);
  for (let i = 0; i < placed.rows; i++) result.values.set(placed.getRow(i), i * size);
  return result;
}

function pairsOf<T>(items: readonly T[]): (readonly [T, T])[] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other) => [one, other] as const));
}

/** Weighted least squares: the coefficients of the inputs, one row of them for each value. */
function weighted(
  inputs: readonly (readonly number[])[],
  values: ArrayLike<number>,
  weightOf: (at: number) => number,
): number[] {
  const size = inputs[0].length;
  const normal = new Float64Array(size * size);
  const right = new Float64Array(size);
  inputs.forEach((own, at) => {
    const weight = weightOf(at);
    for (let a = 0; a < size; a++) {
      const scaled = weight * own[a];
      right[a] += scaled * values[at];
      for (let b = 0; b < size; b++) normal[a * size + b] += scaled * own[b];
    }
  });
  let trace = 0;
  for (let a = 0; a < size; a++) trace += normal[a * size + a];
  // Slightly larger diagonal entries, in case something is not determined.
  for (let a = 0; a < size; a++) normal[a * size + a] += (1e-12 * trace) / size;
  return solve(Dense.from1DArray(size, size, normal), Dense.columnVector(right)).to1DArray();
}
