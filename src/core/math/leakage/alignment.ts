/**
 * Aligning by an isometry: the rotation, reflection and translation that takes placed points to the known
 * positions of some of them.
 */

import { Matrix as Dense, SVD } from 'ml-matrix';
import { assert } from '../../base/errors.ts';
import { type Matrix, row, selectRows, zeros } from '../../base/matrix.ts';

/**
 * Applies to all placed points the isometry that fits the known ones best (Schönemann 1966, by singular value
 * decomposition). It is unique if the known points span the space.
 * @param placed m x r
 * @param known positions of some of them, in d >= r dimensions, one row for each of `rows`
 * @returns m x d
 */
export function align(placed: Matrix, rows: readonly number[], known: Matrix): Matrix {
  assert(rows.length === known.rows && rows.length > 0, `${known.rows} known points for ${rows.length} rows`);
  const own = selectRows(placed, rows);
  const from = mean(own);
  const to = mean(known);
  const columns = rotationOf(own, from, known, to);
  const aligned = zeros(placed.rows, known.columns);
  for (let i = 0; i < placed.rows; i++) {
    const source = row(placed, i).map((value, e) => value - from[e]);
    const target = row(aligned, i);
    columns.forEach((weights, c) => {
      target[c] = source.reduce((sum, value, e) => sum + value * weights[e], to[c]);
    });
  }
  return aligned;
}

/** The dimension of the affine space spanned by points, up to rounding. */
export function spannedDimension(points: Matrix): number {
  if (points.rows === 0 || points.columns === 0) return 0;
  const { diagonal } = new SVD(centred(points, mean(points)), { autoTranspose: true });
  return diagonal.filter((value) => value > 1e-9 * diagonal[0]).length;
}

/**
 * The columns of the matrix with orthonormal rows that maps `a` as close to `b` as possible, each about its
 * mean.
 */
function rotationOf(a: Matrix, aMean: Float64Array, b: Matrix, bMean: Float64Array): number[][] {
  // Coinciding points have nothing to rotate.
  if (a.columns === 0) return Array.from({ length: b.columns }, () => []);
  const product = centred(a, aMean).transpose().mmul(centred(b, bMean));
  const { leftSingularVectors: u, rightSingularVectors: v } = new SVD(product, { autoTranspose: true });
  return v.mmul(u.transpose()).to2DArray();
}

function mean(points: Matrix): Float64Array {
  const sums = new Float64Array(points.columns);
  points.values.forEach((value, at) => (sums[at % points.columns] += value / points.rows));
  return sums;
}

function centred({ rows, columns, values }: Matrix, about: Float64Array): Dense {
  return Dense.from1DArray(
    rows,
    columns,
    values.map((value, at) => value - about[at % columns]),
  );
}
