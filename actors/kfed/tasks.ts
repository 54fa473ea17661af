/** What the parties of k-FED compute, except Lloyd's iterations. */

/** Counted as the product with the smaller Gram matrix: m d min(m, d). */

import {
  assignToCentres,
  centresOf,
  farthestFirst,
  kMeansPlusPlus,
  type Labels,
  projectToSingularVectors,
  separateFromCentres,
} from '../../src/core/kit/cluster.ts';
import { defineTask, type Matrix, selectRows, Stream } from '../../src/core/kit/index.ts';

export const project = defineTask('kfed/project', {
  operations: ({ points }: { points: Matrix; clusters: number }) =>
    points.rows * points.columns * Math.min(points.rows, points.columns),
  run: ({ points, clusters }) => projectToSingularVectors(points, clusters),
});

export interface SeedingInput {
  /** m x k', from {@link project}. */
  readonly projected: Matrix;
  /** The key of the statistical stream that seeds are drawn from. */
  readonly key: Uint8Array;
}

/**
 * k-means++ seeding, then the points that are clearly nearest to one seed. Operations: m k' distances of k'
 * coordinates, twice.
 */
export const seed = defineTask('kfed/seed', {
  operations: ({ projected: { rows, columns } }: SeedingInput) => 2 * rows * columns * columns,
  run: ({ projected, key }): Labels => {
    const seeds = kMeansPlusPlus(projected, projected.columns, new Stream(key));
    return separateFromCentres(projected, selectRows(projected, seeds));
  },
});

/** The mean of each cluster, NaN for an empty one. Operations: m d. */
export const centres = defineTask('kfed/centres', {
  operations: ({ points }: { points: Matrix; labels: Labels; clusters: number }) =>
    points.rows * points.columns,
  run: ({ points, labels, clusters }): Matrix => centresOf(points, labels, clusters),
});

export interface SpreadInput {
  /** All centres that arrived, the first client's first. */
  readonly centres: Matrix;
  /** How many are the first client's. */
  readonly first: number;
  readonly clusters: number;
}

/** Which of the farthest-first centres each centre is nearest to. Operations: c k distances of d coordinates, twice. */
export const spread = defineTask('kfed/spread', {
  operations: ({ centres: { rows, columns }, clusters }: SpreadInput) => 2 * rows * columns * clusters,
  run: ({ centres: all, first, clusters }): Labels =>
    assignToCentres(all, selectRows(all, farthestFirst(all, first, clusters))),
});
