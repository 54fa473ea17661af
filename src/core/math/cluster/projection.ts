/** The best low-rank approximation of the points, which Awasthi and Sheffet 2012 cluster first. */

import { log2, powerOfTwo } from '../elementary/index.ts';
import { EigenvalueDecomposition, Matrix as Dense } from 'ml-matrix';
import { type Matrix, zeros } from '../../base/matrix.ts';

/**
 * The coordinates of the points in the span of their top `rank` right singular vectors, which keep more of
 * the sum of squares than any other `rank` directions. Columns are in descending order of singular value;
 * those beyond the rank of the points are 0.
 *
 * Computed from the eigenvectors of the smaller Gram matrix, several times faster than a full decomposition
 * of the points; directions with less than 10^-8 of the largest singular value are lost in its rounding.
 *
 * @param points m x d, finite, not centred
 * @returns m x rank
 */
export function projectToSingularVectors(points: Matrix, rank: number): Matrix {
  const { rows, columns, values } = points;
  const unit = powerOfTwoAbove(values);
  const dense = new Dense(
    Array.from({ length: rows }, (_, i) =>
      values.subarray(i * columns, (i + 1) * columns).map((x) => x / unit),
    ),
  );
  const wide = rows < columns;
  const gram = wide ? dense.mmul(dense.transpose()) : dense.transpose().mmul(dense);
  gram.apply((i, j) => Math.abs(gram.get(i, j)) < NEGLIGIBLE && gram.set(i, j, 0));
  const { eigenvectorMatrix, realEigenvalues } = new EigenvalueDecomposition(gram, {
    assumeSymmetric: true,
  });
  const largestFirst = [...realEigenvalues.keys()].toReversed().slice(0, rank);
  // A = U S V^T: A V from the right vectors, and U S, the same, from the left ones.
  const vectors = eigenvectorMatrix.subMatrixColumn(largestFirst);
  const coordinates = wide
    ? vectors.mulRowVector(largestFirst.map((at) => Math.sqrt(Math.max(0, realEigenvalues[at]))))
    : dense.mmul(vectors);
  const projected = zeros(rows, rank);
  for (let i = 0; i < rows; i++) projected.values.set(coordinates.getRow(i), i * rank);
  for (let at = 0; at < projected.values.length; at++) projected.values[at] *= unit;
  return projected;
}

/** Next to entries of about 1; the decomposition divides by such values, and subnormal numbers break it. */
const NEGLIGIBLE = 1e-200;

/**
 * Dividing by it makes every value at most 1 without rounding; squares of very large or small values would
 * not fit into doubles.
 */
function powerOfTwoAbove(values: Float64Array): number {
  const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return largest === 0 ? 1 : powerOfTwo(Math.min(1023, Math.ceil(log2(largest))));
}
