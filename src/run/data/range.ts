/** The range of the points in each coordinate. */

import { assert } from '../../core/base/errors.ts';
import { type Matrix, row } from '../../core/base/matrix.ts';

/** One value per column. */
export interface Ranges {
  readonly minimum: Float64Array;
  readonly maximum: Float64Array;
}

/** The smallest and the largest value of every column of a matrix with at least one row. */
export function coordinateRanges(points: Matrix): Ranges {
  assert(points.rows > 0, 'the range of no points is asked for');
  const minimum = row(points, 0).slice();
  const maximum = minimum.slice();
  for (let i = 1; i < points.rows; i++) {
    const point = row(points, i);
    for (let c = 0; c < points.columns; c++) {
      if (point[c] < minimum[c]) minimum[c] = point[c];
      if (point[c] > maximum[c]) maximum[c] = point[c];
    }
  }
  return { minimum, maximum };
}
