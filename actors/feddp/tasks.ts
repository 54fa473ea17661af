/** What the parties of FedDP-KMeans compute, except noise and masks. Operations are those of the paper's steps. */

import { assignToCentres, kMeansPlusPlus, type Labels, topEigenvectors } from '../../src/core/kit/cluster.ts';
import { defineTask, type Matrix, selectRows, Stream, zeros } from '../../src/core/kit/index.ts';
import { type Elbow, elbowOf } from './elbow.ts';
import { clipSumToGrid, clipToGrid, clipTriangleToGrid, gridPoints } from './grid.ts';
import { centresFrom, keepHeavy, weightedKMeans } from './server-clustering.ts';
import { packSpheres, type PackingRule } from './sphere-packing.ts';
import {
  assignWithMargin,
  clusterSums,
  coordinatesOf,
  histogram,
  outerTriangle,
  symmetric,
} from './statistics.ts';

/** How points are scaled and clipped for a sum. */
export interface Shape {
  /** Radius of points, or the largest norm of a whole client's contribution. */
  readonly clip: number;
  readonly bits: number;
}

/** A client's points on the grid. */
export const placeOnGrid = defineTask('feddp/grid', {
  operations: ({ points }: { points: Matrix; shape: Shape }) => points.rows * points.columns,
  run: ({ points, shape }) => gridPoints(points, shape.clip, shape.bits),
});

/**
 * Release 1: the triangle of X^T X as integers, of points on the grid; or, at client level, of its original points,
 * clipped as a whole.
 */
export const outer = defineTask('feddp/outer', {
  operations: ({ points }: { points: Matrix; whole?: Shape | undefined }) =>
    (points.rows * points.columns * (points.columns + 1)) / 2,
  run({ points, whole }): Float64Array {
    const triangle = outerTriangle(points);
    if (whole === undefined) return triangle;
    return clipTriangleToGrid(triangle, points.columns, whole.clip, whole.bits);
  },
});

export interface WeightsInput {
  readonly points: Matrix;
  /** The value of one step of the points' grid. */
  readonly unit: number;
  readonly directions: Matrix;
  readonly serverPoints: Matrix;
  /** At client level: the largest sum of a client's weights, and its number of steps. */
  readonly whole?: { readonly clip: number; readonly steps: number } | undefined;
}

/** Release 2: how many projected points are nearest to each of the server's; and the projected points, for what follows. */
export const weigh = defineTask('feddp/weigh', {
  operations: ({ points, directions, serverPoints }: WeightsInput) =>
    points.rows * directions.rows * (points.columns + serverPoints.rows),
  run({ points, unit, directions, serverPoints, whole }): { weights: Float64Array; projected: Matrix } {
    const projected = coordinatesOf(points, directions, unit);
    const weights = histogram(projected, serverPoints);
    if (whole === undefined) return { weights, projected };
    return { weights: clipSumToGrid(weights, whole.clip, whole.steps), projected };
  },
});

export interface SumsInput {
  readonly points: Matrix;
  /** The points to compare with the centres: projected, or unchanged. */
  readonly compared: Matrix;
  readonly centres: Matrix;
  readonly margin: number;
  /** At client level: what is clipped, means and indicators, or sums and counts. */
  readonly whole?:
    | {
        readonly of: 'means' | 'sums';
        readonly vector: Shape;
        readonly counts: { readonly clip: number; readonly steps: number };
      }
    | undefined;
}

/** Release 3, and that of each round: sums and counts by nearest centre, in the full space. */
export const sum = defineTask('feddp/sum', {
  operations: ({ points, compared, centres }: SumsInput) =>
    points.rows * (centres.rows * compared.columns + points.columns),
  run({ points, compared, centres, margin, whole }): Float64Array {
    const k = centres.rows;
    const sums = clusterSums(points, assignWithMargin(compared, centres, margin), k);
    if (whole === undefined) return sums;
    const split = k * points.columns;
    const vector = sums.slice(0, split);
    const counts = sums.slice(split);
    if (whole.of === 'means') {
      vector.forEach((x, at) => (vector[at] = x / Math.max(1, counts[Math.floor(at / points.columns)])));
      counts.forEach((count, h) => (counts[h] = Math.min(1, count)));
    }
    const clipped = new Float64Array(sums.length);
    clipped.set(clipToGrid(vector, whole.vector.clip, whole.vector.bits));
    clipped.set(clipSumToGrid(counts, whole.counts.clip, whole.counts.steps), split);
    return clipped;
  },
});

/** The server's task after release 1: the top directions of a noisy matrix, and its own points in their span. */
export const span = defineTask('feddp/span', {
  operations: ({
    triangle,
    serverPoints,
    rank,
  }: {
    triangle: Float64Array;
    serverPoints: Matrix;
    rank: number;
  }) => triangle.length * 2 * serverPoints.columns + serverPoints.rows * serverPoints.columns * rank,
  run({ triangle, serverPoints, rank }): { directions: Matrix; points: Matrix } {
    const directions = topEigenvectors(symmetric(triangle, serverPoints.columns), rank);
    return { directions, points: coordinatesOf(serverPoints, directions, 1) };
  },
});

export interface ClusterInput {
  readonly points: Matrix;
  /** Noisy weights; absent: all count equally. */
  readonly weights?: Float64Array | undefined;
  readonly minimum: number;
  readonly clusters: number;
  readonly starts: number;
  readonly key: Uint8Array;
}

/** The server's clustering of its own points, by how many others are near them. */
export const clusterOwn = defineTask('feddp/cluster', {
  operations: ({ points, clusters, starts }: ClusterInput) =>
    starts * points.rows * points.columns * clusters * 10,
  run({ points, weights, minimum, clusters, starts, key }): Matrix {
    const kept = weights && keepHeavy(weights, minimum, clusters);
    const chosen = kept ? selectRows(points, kept.rows) : points;
    return weightedKMeans(chosen, clusters, kept?.weights, starts, new Stream(key));
  },
});

/** The server's task, if requested: how many clusters its weighted points suggest. */
export const findElbow = defineTask('feddp/elbow', {
  operations: ({ points, clusters, starts }: ClusterInput) => elbowOperations(points, clusters, starts),
  run({ points, weights, minimum, clusters, starts, key }): Elbow {
    const all = weights ?? new Float64Array(points.rows).fill(1);
    const kept = keepHeavy(all, minimum, clusters);
    return elbowOf(selectRows(points, kept.rows), kept.weights, clusters, starts, new Stream(key));
  },
});

/** A clustering for each number of clusters. */
export function elbowOperations(
  { rows, columns }: Pick<Matrix, 'rows' | 'columns'>,
  clusters: number,
  starts: number,
): number {
  return (starts * rows * columns * clusters * (clusters + 1) * 10) / 2;
}

export interface BareStartInput {
  readonly serverPoints: Matrix;
  readonly clusters: number;
  readonly rule: 'server-kmeans++' | PackingRule;
  readonly key: Uint8Array;
}

/** Centres at no privacy cost: seeds among the server's own points, or spheres packed within their radius. */
export const bareStart = defineTask('feddp/start', {
  operations: ({ serverPoints, clusters }: BareStartInput) =>
    serverPoints.rows * serverPoints.columns * clusters,
  run({ serverPoints, clusters, rule, key }): Matrix {
    const stream = new Stream(key);
    if (rule !== 'server-kmeans++') {
      const radius = serverPoints.values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      return packSpheres(clusters, serverPoints.columns, radius, rule, stream);
    }
    return selectRows(serverPoints, kMeansPlusPlus(serverPoints, clusters, stream));
  },
});

/** The server's centres, from sums and counts. */
export const divide = defineTask('feddp/divide', {
  operations: ({ sums }: { sums: Float64Array; clusters: number; before?: Matrix | undefined }) =>
    sums.length,
  run: ({ sums, clusters, before }) => centresFrom(sums, clusters, before),
});

/** A client's labels at the end: the nearest centre of each of its points. */
export const label = defineTask('feddp/label', {
  operations: ({ points, centres }: { points: Matrix; centres: Matrix }) =>
    points.rows * points.columns * centres.rows,
  run: ({ points, centres }): Labels => assignToCentres(points, centres),
});

/** The rows of a matrix that was sent as one vector. */
export function matrixOf(values: Float64Array, columns: number): Matrix {
  const matrix = zeros(values.length / columns, columns);
  matrix.values.set(values);
  return matrix;
}
