/**
 * Coordinates from a map, by known points on it (Giannella, Liu, Kargupta 2013). A map of points up to an
 * isometry, or a projection of it, is a linear image of them, so everything in the span of the known points
 * follows exactly, and least squares estimate the rest as far as it is correlated with that.
 */

import { Matrix as Dense, pseudoInverse, SVD } from 'ml-matrix';
import { type Matrix, row, selectRows, zeros } from '../../base/matrix.ts';
import { align, spannedDimension } from './alignment.ts';

/**
 * Directions in which known points spread by less than this fraction of their largest spread do not count as
 * spanned.
 */
const FLAT = 1e-9;

/**
 * The coordinates of all points.
 * @param placed the map, one row per point, NaN for those that are not on it
 * @param rows of the known points
 * @param known their coordinates, one row for each of `rows`
 * @param isometric whether the map has the full dimension of the points, and so their distances
 * @param plausible how likely coordinates are, larger for likelier ones: it selects between two mirror images
 */
export function anchored(
  placed: Matrix,
  rows: readonly number[],
  known: Matrix,
  isometric: boolean,
  plausible: (coordinates: Matrix) => number,
): Matrix {
  const own = selectRows(placed, rows);
  const spanned = spannedDimension(own);
  if (!isometric) return regressed(placed, own, known);
  if (spanned === placed.columns) return align(placed, rows, known);
  if (spanned < placed.columns - 1 || placed.columns < known.columns) return regressed(placed, own, known);
  // The known points lie in a hyperplane of the map, so it may be mirrored at that.
  const images = [placed, mirrored(placed, own)].map((image) => align(image, rows, known));
  return plausible(images[0]) >= plausible(images[1]) ? images[0] : images[1];
}

/**
 * The minimum-norm least-squares solution: directions not determined by the known points stay at their mean.
 */
function regressed(placed: Matrix, own: Matrix, known: Matrix): Matrix {
  const from = Dense.from1DArray(own.rows, own.columns, own.values);
  const to = Dense.from1DArray(known.rows, known.columns, known.values);
  const fromMean = from.mean('column');
  const toMean = to.mean('column');
  from.subRowVector(fromMean);
  to.subRowVector(toMean);
  const map = pseudoInverse(from, FLAT * from.norm()).mmul(to);
  const coordinates = zeros(placed.rows, known.columns);
  for (let i = 0; i < placed.rows; i++) {
    const source = row(placed, i);
    const target = row(coordinates, i);
    toMean.forEach((mean, c) => {
      let value = mean;
      for (let e = 0; e < placed.columns; e++) value += (source[e] - fromMean[e]) * map.get(e, c);
      target[c] = value;
    });
  }
  return coordinates;
}

/** All points mirrored at the hyperplane in which the known ones lie. */
function mirrored(placed: Matrix, own: Matrix): Matrix {
  const about = Dense.from1DArray(own.rows, own.columns, own.values).mean('column');
  // At least as many rows as columns, so that the decomposition includes the missing direction.
  const centred = Dense.zeros(Math.max(own.rows, own.columns), own.columns);
  for (let i = 0; i < own.rows; i++)
    centred.setRow(
      i,
      row(own, i).map((value, e) => value - about[e]),
    );
  const { diagonal, rightSingularVectors } = new SVD(centred);
  const normal = rightSingularVectors.getColumn(diagonal.indexOf(Math.min(...diagonal)));
  const image = zeros(placed.rows, placed.columns);
  for (let i = 0; i < placed.rows; i++) {
    const source = row(placed, i);
    const height = source.reduce((sum, value, e) => sum + (value - about[e]) * normal[e], 0);
    row(image, i).set(source.map((value, e) => value - 2 * height * normal[e]));
  }
  return image;
}
