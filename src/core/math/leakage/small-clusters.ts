/** Means of very few points: of one, it is the point; of two, anybody who knows one knows the other. */

import { type Matrix, row } from '../../base/matrix.ts';
import type { KnownPoints } from './known-points.ts';

/**
 * With more points than this, sets of three with a given mean are not searched: that takes quadratic time.
 */
const MOST_FOR_THREE = 400;

/**
 * The rows of the fewest points, at most three, whose mean is at a position. Undefined if there are no such
 * points.
 * @param known the same points
 */
export function fewestWithMean(
  points: Matrix,
  known: KnownPoints,
  mean: Float64Array,
): readonly number[] | undefined {
  const [alone] = known.rowsOf(mean);
  if (alone !== undefined) return [alone];
  for (let i = 0; i < points.rows; i++) {
    const point = row(points, i);
    const other = known.rowsOf(mean.map((value, c) => 2 * value - point[c])).find((j) => j !== i);
    if (other !== undefined) return [i, other];
  }
  if (points.rows > MOST_FOR_THREE) return undefined;
  for (let i = 0; i < points.rows; i++) {
    for (let j = i + 1; j < points.rows; j++) {
      const [x, y] = [row(points, i), row(points, j)];
      const third = known
        .rowsOf(mean.map((value, c) => 3 * value - x[c] - y[c]))
        .find((k) => k !== i && k !== j);
      if (third !== undefined) return [i, j, third];
    }
  }
  return undefined;
}
