/** What clients of a checked sum contribute. */

import { fromRows, type Matrix, type Population, row } from '../../../src/core/kit/index.ts';

/** The largest prime below 2^32, as some sums are over fields only. */
export const MODULUS = 2n ** 32n - 5n;

/** Steps into which an announced range is cut, so that sums of four million points stay below the modulus. */
const STEPS = 1023;

type Ranges = Pick<Population, 'dimension' | 'minimum' | 'maximum'>;

/** The sum of a client's points in steps of the announced ranges, by coordinate, and the number of points. */
export function inputOf(points: Matrix, { dimension, minimum, maximum }: Ranges): Uint32Array {
  const vector = new Uint32Array(dimension + 1);
  for (let i = 0; i < points.rows; i++) {
    row(points, i).forEach((x, j) => {
      const width = maximum[j] - minimum[j];
      vector[j] += width > 0 ? Math.round(((x - minimum[j]) / width) * STEPS) : 0;
    });
    vector[dimension]++;
  }
  return vector;
}

/** The mean of the points behind a sum. */
export function meanOf(sum: Uint32Array, { dimension, minimum, maximum }: Ranges): Matrix {
  const count = sum[dimension];
  const mean = minimum.map((low, j) => low + (sum[j] / STEPS / count) * (maximum[j] - low));
  return fromRows([mean]);
}
