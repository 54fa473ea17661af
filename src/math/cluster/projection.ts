/** The best fit of points in few dimensions: what Awasthi and Sheffet 2012 cluster first. */

import { EigenvalueDecomposition, Matrix as Dense } from 'ml-matrix';
import { type Matrix, zeros } from '../../base/matrix.ts';

/**
 * The coordinates of the points in the span of their top `rank` right singular vectors, which keep more of the sum of
 * squares than any other `rank` directions. The columns come from the largest singular value down; past the rank of the
 * points they are 0.
 *
 * By the eigenvectors of the smaller Gram matrix, several times faster than a full decomposition of the points; directions
 * with less than 10^-8 of the largest singular value drown in its rounding.
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

/** Beside entries of about 1; the decomposition divides by what it finds, and subnormal numbers break it. */
const NEGLIGIBLE = 1e-200;

/** Dividing by it makes every value at most 1 and rounds none, as squares of large and small values would leave the doubles. */
function powerOfTwoAbove(values: Float64Array): number {
  const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return largest === 0 ? 1 : 2 ** Math.min(1023, Math.ceil(Math.log2(largest)));
}
