/** What the parties of a one-shot clustering compute, except Lloyd's iterations and secure sums. */

import {
  assignToCentres,
  centresOf,
  kMeansPlusPlus,
  type Labels,
  squaredDistance,
} from '../../src/core/kit/cluster.ts';
import { defineTask, fromRows, type Matrix, selectRows, Stream, zeros } from '../../src/core/kit/index.ts';
import { fsum } from 'd3-array';
import type { Cell } from '../blocks/scma/grid.ts';
import { type CubeGrid, drawIn, middleOf } from './cube.ts';

export interface SeedInput {
  readonly points: Matrix;
  readonly weights?: Float64Array | undefined;
  readonly clusters: number;
  /** Rows that are centres already, in the order in which they were drawn. */
  readonly kept?: Uint32Array | undefined;
  /** The key of the statistical stream that centres are drawn from. */
  readonly key: Uint8Array;
}

export interface Seeds {
  /** The rows that are centres, in the order in which they were drawn. */
  readonly chosen: Uint32Array;
  /** The nearest centre of every point. */
  readonly labels: Labels;
}

/** The initialisation of k-means++, and each point's nearest centre. Operations: m k d, twice. */
export const seed = defineTask('one-shot/seed', {
  operations: ({ points, clusters }: SeedInput) => seedOperations(points.rows, points.columns, clusters),
  run({ points, weights, clusters, kept, key }): Seeds {
    const chosen = kMeansPlusPlus(points, clusters, new Stream(key), { weights, kept });
    return { chosen, labels: assignToCentres(points, selectRows(points, chosen)) };
  },
});

/** Operations of k-means++ on `points` x `dimension` coordinates. */
export function seedOperations(points: number, dimension: number, clusters: number): number {
  return 2 * points * dimension * clusters;
}

export interface MeansInput {
  readonly points: Matrix;
  readonly labels: Labels;
  readonly clusters: number;
  readonly weights?: Float64Array | undefined;
}

export interface Means {
  /** The centres of the clusters that have points, in order. */
  readonly centres: Matrix;
  /** The sum of squared distances from the means, weighted. */
  readonly loss: number;
}

/** The means of the clusters, and the loss. Operations: m d, twice. */
export const means = defineTask('one-shot/means', {
  operations: ({ points }: MeansInput) => meansOperations(points.rows, points.columns),
  run({ points, labels, clusters, weights }): Means {
    const all = centresOf(points, labels, clusters, weights);
    const distances = Float64Array.from(labels, (h, i) => {
      return (weights?.[i] ?? 1) * squaredDistance(all, h, points, i);
    });
    const occupied = [...Array(clusters).keys()].filter((h) => !Number.isNaN(all.values[h * all.columns]));
    return { centres: selectRows(all, occupied), loss: fsum(distances) };
  },
});

/** Operations of the means of `points` x `dimension` coordinates. */
export function meansOperations(points: number, dimension: number): number {
  return 2 * points * dimension;
}

export interface ScatterInput {
  readonly cells: readonly Cell[];
  readonly grid: CubeGrid;
  readonly representatives: 'points' | 'middles';
  /** The key of the statistical stream that points are drawn from. */
  readonly key: Uint8Array;
}

/** Points that represent those counted in cells, and their weights. */
export interface Scattered {
  readonly points: Matrix;
  readonly weights?: Float64Array;
}

/** X_s (MUFC, Algorithm 1, line 6): a draw for each coordinate of each point, or the middle of each cell. */
export const scatter = defineTask('one-shot/scatter', {
  operations: ({ cells, grid, representatives }: ScatterInput) =>
    grid.dimension *
    (representatives === 'middles' ? cells.length : cells.reduce((sum, { count }) => sum + count, 0)),
  run({ cells, grid, representatives, key }): Scattered {
    const { dimension } = grid;
    if (representatives === 'middles') {
      const middles = cells.map(({ place }) => middleOf(place, grid));
      return {
        points: fromRows(middles, dimension),
        weights: Float64Array.from(cells, ({ count }) => count),
      };
    }
    const points = zeros(
      cells.reduce((sum, { count }) => sum + count, 0),
      dimension,
    );
    const stream = new Stream(key);
    let at = 0;
    for (const { place, count } of cells) {
      for (let i = 0; i < count; i++, at += dimension) points.values.set(drawIn(place, grid, stream), at);
    }
    return { points };
  },
});
