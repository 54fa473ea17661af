/**
 * Scales points: into a box, as required by protocols on a bounded cube (MUFC: the unit hypercube centred at
 * the origin), to standard scores, or to length 1.
 */

import { square } from '../../core/math/elementary/index.ts';
import { deviation, mean } from 'd3-array';
import { CahootsError } from '../../core/base/errors.ts';
import type { Matrix } from '../../core/base/matrix.ts';
import { newPoints } from './points.ts';
import { coordinateRanges } from './range.ts';

export interface Box {
  readonly minimum: number;
  /** Larger than the minimum. */
  readonly maximum: number;
  /**
   * Together: one map for all coordinates, so all distances shrink by the same factor and clusters keep their
   * shape. Each: every coordinate fills the whole box, which changes the shape of clusters, as is usual for
   * columns with different units (the Celltype data of MUFC).
   */
  readonly coordinates: 'together' | 'each';
}

/** Every coordinate to mean 0 and deviation 1, over all points; a constant one to 0. @throws CahootsError for values too far apart for doubles */
export function standardise(points: Matrix): Matrix {
  const scaled = newPoints(points.rows, points.columns, { path: 'data.scale' });
  for (let c = 0; c < points.columns; c++) {
    const column = Array.from({ length: points.rows }, (_, row) => points.values[row * points.columns + c]);
    const middle = mean(column) as number;
    const spread = deviation(column) ?? 0;
    requireFinite(spread, column);
    column.forEach((x, row) => {
      scaled.values[row * points.columns + c] = spread === 0 ? 0 : (x - middle) / spread;
    });
  }
  return scaled;
}

function requireFinite(spread: number, column: readonly number[]): void {
  if (Number.isFinite(spread)) return;
  const far = column.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0);
  const message = `expected values whose squares are finite, got ${far}`;
  throw new CahootsError('bad-input', message, { path: 'data.scale' });
}

/** Every point to length 1; the origin stays where it is. */
export function normalise(points: Matrix): Matrix {
  const { rows, columns, values } = points;
  const scaled = newPoints(rows, columns, { path: 'data.scale' });
  for (let at = 0; at < values.length; at += columns) {
    const point = values.subarray(at, at + columns);
    // Scaled first, so that no square overflows.
    const largest = point.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    if (largest === 0) continue;
    const length = Math.sqrt(point.reduce((sum, x) => sum + square(x / largest), 0));
    point.forEach((x, c) => (scaled.values[at + c] = x / largest / length));
  }
  return scaled;
}

/**
 * The points mapped into the box by `x -> minimum + (x - least) / (largest - least) * (maximum - minimum)`;
 * if all values are equal, they go to its middle. Throws `bad-input` if values are so far apart that the
 * difference overflows.
 */
export function scaleToBox(points: Matrix, box: Box): Matrix {
  const { minimum, maximum } = coordinateRanges(points);
  if (box.coordinates === 'together') {
    minimum.fill(minimum.reduce((a, b) => Math.min(a, b)));
    maximum.fill(maximum.reduce((a, b) => Math.max(a, b)));
  }
  const scaled = newPoints(points.rows, points.columns, { path: 'data.scale' });
  for (let c = 0; c < points.columns; c++) {
    const width = maximum[c] - minimum[c];
    if (width === Infinity) {
      const message = `expected values less than ${Number.MAX_VALUE} apart, got ${minimum[c]} and ${maximum[c]}`;
      throw new CahootsError('bad-input', message, { path: 'data.scale' });
    }
    for (let at = c; at < points.values.length; at += points.columns) {
      const share = width === 0 ? 0.5 : (points.values[at] - minimum[c]) / width;
      // Rounding may exceed the box.
      scaled.values[at] = Math.min(box.minimum + share * (box.maximum - box.minimum), box.maximum);
    }
  }
  return scaled;
}
