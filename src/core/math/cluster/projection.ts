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
  const { rows, columns } = points;
  const unit = powerOfTwoAbove(points.values);
  if (rows === 1 && columns > 1) return onItsOwnLine(points, unit, rank);
  const values = points.values.map((x) => x / unit);
  const wide = rows < columns;
  const { eigenvectorMatrix, realEigenvalues } = new EigenvalueDecomposition(
    wide ? productsOfRows(values, rows, columns) : productsOfColumns(values, rows, columns),
    { assumeSymmetric: true },
  );
  const projected = zeros(rows, rank);
  const largestFirst = [...realEigenvalues.keys()].toReversed().slice(0, rank);
  // A = U S V^T: A V from the right vectors, and U S, the same, from the left ones.
  for (const [place, at] of largestFirst.entries()) {
    const vector = eigenvectorMatrix.getColumn(at);
    const length = Math.sqrt(Math.max(0, realEigenvalues[at]));
    for (let i = 0; i < rows; i++) {
      let coordinate = 0;
      if (wide) coordinate = vector[i] * length;
      else for (let k = 0; k < columns; k++) coordinate += values[i * columns + k] * vector[k];
      projected.values[i * rank + place] = coordinate * unit;
    }
  }
  return projected;
}

/** A single point spans a line: its coordinate there is its length. What the decomposition finds, in a tenth of its time. */
function onItsOwnLine({ values, columns }: Matrix, unit: number, rank: number): Matrix {
  let square = 0;
  for (let k = 0; k < columns; k++) square += (values[k] / unit) * (values[k] / unit);
  const projected = zeros(1, rank);
  if (rank > 0) projected.values[0] = Math.sqrt(square < NEGLIGIBLE ? 0 : square) * unit;
  return projected;
}

/** The inner products of all rows. */
function productsOfRows(values: Float64Array, rows: number, columns: number): Dense {
  const gram = new Dense(rows, rows);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j <= i; j++) {
      let product = 0;
      for (let k = 0; k < columns; k++) product += values[i * columns + k] * values[j * columns + k];
      keep(gram, i, j, product);
    }
  return gram;
}

/** The inner products of all columns. */
function productsOfColumns(values: Float64Array, rows: number, columns: number): Dense {
  const sums = new Float64Array(columns * columns);
  for (let k = 0; k < rows; k++)
    for (let i = 0; i < columns; i++) {
      const x = values[k * columns + i];
      for (let j = 0; j <= i; j++) sums[i * columns + j] += x * values[k * columns + j];
    }
  const gram = new Dense(columns, columns);
  for (let i = 0; i < columns; i++) for (let j = 0; j <= i; j++) keep(gram, i, j, sums[i * columns + j]);
  return gram;
}

function keep(gram: Dense, i: number, j: number, product: number): void {
  const entry = Math.abs(product) < NEGLIGIBLE ? 0 : product;
  gram.set(i, j, entry);
  gram.set(j, i, entry);
}

/** Next to entries of about 1; the decomposition divides by such values, and subnormal numbers break it. */
const NEGLIGIBLE = 1e-200;

/**
 * Dividing by it makes every value at most 1 without rounding; squares of very large or small values would
 * not fit into doubles.
 */
function powerOfTwoAbove(values: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < values.length; at++) largest = Math.max(largest, Math.abs(values[at]));
  return largest === 0 ? 1 : powerOfTwo(Math.min(1023, Math.ceil(log2(largest))));
}
