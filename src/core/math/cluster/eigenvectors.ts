/** The leading eigenvectors of a symmetric matrix. */

import { log2, powerOfTwo } from '../elementary/index.ts';
import { EigenvalueDecomposition, Matrix as Dense } from 'ml-matrix';
import { type Matrix, zeros } from '../../base/matrix.ts';

/**
 * The eigenvectors of the `rank` largest eigenvalues, one per row, the largest first. The entry of largest
 * magnitude in each is positive, which fixes its sign; of equal eigenvalues only the span is determined.
 *
 * @param symmetric d x d, finite
 * @returns rank x d; rows after d are 0
 */
export function topEigenvectors(symmetric: Matrix, rank: number): Matrix {
  const { rows: d, values } = symmetric;
  // Scaled by a power of two, so that no square overflows and nothing is rounded.
  const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const unit = largest === 0 ? 1 : powerOfTwo(Math.ceil(log2(largest)));
  const dense = new Dense(
    Array.from({ length: d }, (_, i) => Array.from(values.subarray(i * d, (i + 1) * d), (x) => x / unit)),
  );
  const { eigenvectorMatrix } = new EigenvalueDecomposition(dense, { assumeSymmetric: true });
  const top = zeros(rank, d);
  for (let h = 0; h < Math.min(rank, d); h++) {
    // In ascending order.
    const vector = eigenvectorMatrix.getColumn(d - 1 - h);
    const sign = vector.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0) < 0 ? -1 : 1;
    vector.forEach((x, c) => (top.values[h * d + c] = sign * x));
  }
  return top;
}
