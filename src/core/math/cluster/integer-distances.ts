/**
 * The scaled distances of points with integer coordinates, such as quantised ones: all that Lloyd needs to be
 * exact.
 */

import { assert } from '../../base/errors.ts';
import type { Matrix } from '../../base/matrix.ts';
import { type ClusterSums, sumClusters } from './cluster-sums.ts';
import type { Labels } from '../../base/labels.ts';
import type { ScaledDistances } from './scaled-distances.ts';
import { squaredDistance } from './squared-distance.ts';

/**
 * The scaled distances of every point to every cluster of `labels`.
 *
 * @param points m x d, for which {@link sumsAreExact} holds
 */
export function integerDistances(points: Matrix, labels: Labels, k: number): ScaledDistances {
  assert(sumsAreExact(points), 'the points are not integers, or too large to be summed exactly');
  return distancesToSums(points, sumClusters(points, labels, k));
}

/** Whether doubles hold every sum of these points exactly: they are integers with m max|x| < 2^53. */
export function sumsAreExact({ rows, values }: Matrix): boolean {
  const limit = 2 ** 53 / rows;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    // NaN differs from itself, so it is rejected too.
    if (value !== Math.trunc(value) || Math.abs(value) >= limit) return false;
  }
  return true;
}

/** Distances to the means of sums that need not follow from labels; points and sums are exact integers. */
export function distancesToSums(points: Matrix, { sums, sizes }: ClusterSums): ScaledDistances {
  return new IntegerDistances(points, sums, Uint32Array.from(sizes));
}

class IntegerDistances implements ScaledDistances {
  readonly points: number;
  readonly sizes: Uint32Array;
  readonly #points: Matrix;
  readonly #sums: Matrix;

  constructor(points: Matrix, sums: Matrix, sizes: Uint32Array) {
    this.points = points.rows;
    this.sizes = sizes;
    this.#points = points;
    this.#sums = sums;
  }

  approximate(i: number, h: number): number {
    return squaredDistance(this.#sums, h, this.#points, i, this.sizes[h]);
  }

  exact(i: number, h: number): bigint {
    const { columns, values } = this.#points;
    const size = BigInt(this.sizes[h]);
    let total = 0n;
    for (let c = 0; c < columns; c++) {
      // The difference can need 54 bits, so it is taken after the conversion.
      const difference = BigInt(this.#sums.values[h * columns + c]) - size * BigInt(values[i * columns + c]);
      total += difference * difference;
    }
    return total;
  }
}
