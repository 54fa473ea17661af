/** Points scaled into a box, as protocols need that work on a bounded cube (MUFC: the unit hypercube centred at the origin). */

import { CahootsError } from '../base/errors.ts';
import type { Matrix } from '../base/matrix.ts';
import { newPoints } from './points.ts';
import { coordinateRanges } from './range.ts';

export interface Box {
  readonly minimum: number;
  /** Larger than the minimum. */
  readonly maximum: number;
  /**
   * Together: one map for all coordinates, so that all distances shrink alike and clusters stay what they were.
   * Each: every coordinate to the whole box, which changes the shape of clusters, as is done to columns of
   * different units (the Celltype data of MUFC).
   */
  readonly coordinates: 'together' | 'each';
}

/**
 * The points mapped into the box by `x -> minimum + (x - least) / (largest - least) * (maximum - minimum)`; values
 * that are all the same go to its middle. Throws `bad-input` where values lie so far apart that no double holds it.
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
      // Rounding may lead beyond the box.
      scaled.values[at] = Math.min(box.minimum + share * (box.maximum - box.minimum), box.maximum);
    }
  }
  return scaled;
}
