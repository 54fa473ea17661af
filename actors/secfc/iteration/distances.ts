/** What a client computes on its shares: coded norms once, coded centres and distances in every iteration (Algorithm 1, lines 8 to 13). */

/** The squared norm of every share: the part of the coded distances that never changes. Operations: one per residue. */

import { clusterSizes, type Labels } from '../../../src/core/kit/cluster.ts';
import {
  type FieldKernel,
  kernelOver,
  type ResidueMatrix,
  sharedWords,
  strideOf,
} from '../../../src/core/kit/field.ts';
import { defineTask, sealed, type Sealed } from '../../../src/core/kit/index.ts';

export const codedNorms = defineTask('secfc/coded-norms', {
  operations: ({ shares }: { shares: ResidueMatrix }) =>
    normOperations(shares.rows, shares.columns, shares.moduli.length),
  run({ shares }): readonly Uint32Array[] {
    const { rows, moduli, planes } = shares;
    const kernel = kernelOver(shares);
    return moduli.map((p, plane) => {
      const norms = sharedWords(rows);
      kernel.squaredNorms(p, planes[plane], strideOf(shares), norms);
      return norms;
    });
  },
});

/** Operations of the squared norms of `points` rows, each `width` wide. */
export function normOperations(points: number, width: number, moduli: number): number {
  return moduli * points * width;
}

export interface DistancesInput {
  /** The client's shares of all points, one per row. */
  readonly shares: ResidueMatrix;
  readonly norms: readonly Uint32Array[];
  readonly labels: Labels;
  readonly clusters: number;
}

/**
 * The coded distances of all points to the centres of all clusters that are not empty, one row per point.
 * Operations: the sums of the shares in each cluster, then m k inner products and two more terms for each.
 */
export const codedDistances = defineTask('secfc/coded-distances', {
  operations: ({ shares, labels, clusters }: DistancesInput) =>
    distanceOperations(shares.rows, shares.columns, occupied(labels, clusters).length, shares.moduli.length),
  run({ shares, norms, labels, clusters }): Sealed {
    const { rows, moduli, planes } = shares;
    const stride = strideOf(shares);
    const kernel = kernelOver(shares);
    const sizes = clusterSizes(labels, clusters);
    const present = nonEmpty(sizes);
    return sealed(moduli.length, rows * present.length, (distances) =>
      moduli.forEach((p, plane) => {
        const sums = centreSums(kernel, p, planes[plane], stride, labels, clusters);
        const centres = new Uint32Array(present.length * stride);
        present.forEach((h, at) => centres.set(sums.subarray(h * stride, (h + 1) * stride), at * stride));
        const presentSizes = present.map((h) => sizes[h]);
        const own = planes[plane];
        kernel.scaledDistances(p, own, stride, norms[plane], centres, presentSizes, distances[plane]);
      }),
    );
  },
});

/** Operations of the coded distances from `points` rows to `clusters` sums, each `width` wide. */
export function distanceOperations(points: number, width: number, clusters: number, moduli: number): number {
  return moduli * (points * width + points * clusters * (width + 2) + clusters * width);
}

/** The client's shares of the sums of all clusters, one row per cluster. */
export const codedCentres = defineTask('secfc/coded-centres', {
  operations: ({ shares }: { shares: ResidueMatrix; labels: Labels; clusters: number }) =>
    normOperations(shares.rows, shares.columns, shares.moduli.length),
  run({ shares, labels, clusters }): Sealed {
    const { columns, moduli, planes } = shares;
    const stride = strideOf(shares);
    const kernel = kernelOver(shares);
    return sealed(moduli.length, clusters * columns, (revealed) =>
      moduli.forEach((p, plane) => {
        const sums = centreSums(kernel, p, planes[plane], stride, labels, clusters);
        for (let h = 0; h < clusters; h++)
          revealed[plane].set(sums.subarray(h * stride, h * stride + columns), h * columns);
      }),
    );
  },
});

/** The clusters that are not empty, ascending. */
export function occupied(labels: Labels, clusters: number): number[] {
  return nonEmpty(clusterSizes(labels, clusters));
}

function nonEmpty(sizes: Uint32Array): number[] {
  return [...sizes.keys()].filter((h) => sizes[h] > 0);
}

function centreSums(
  kernel: FieldKernel,
  p: number,
  shares: Uint32Array,
  stride: number,
  labels: Labels,
  clusters: number,
): Uint32Array {
  const sums = new Uint32Array(clusters * stride);
  kernel.clusterSums(p, shares, stride, labels, sums);
  return sums;
}
