/**
 * Rotated images, a data set whose classes are known exactly (SecFC, section 5.2, Table 3). The paper says
 * that the images of a digit are rotated by 0, 90, 180 and 270 degrees "respectively"; we take this to mean
 * that every image occurs once per angle, as in the rotated MNIST of the works it follows.
 */

import type { Matrix } from '../../core/base/matrix.ts';
import type { DataSet } from './data-set.ts';
import { newPoints } from './points.ts';

/** Counterclockwise. */
export type Degrees = 0 | 90 | 180 | 270;

/**
 * All images rotated by the first angle, then all by the second, and so on; the class of a point is its
 * angle.
 *
 * @param images one per row, of `side * side` pixels
 * @param angles distinct
 * @throws `bad-input` if there are too many images
 */
export function rotateImages(images: Matrix, side: number, angles: readonly Degrees[]): DataSet {
  const points = newPoints(images.rows * angles.length, images.columns, { path: 'data.rotate' });
  angles.forEach((angle, a) => {
    const from = pixelSources(side, angle);
    for (let i = 0; i < images.rows; i++) {
      const source = i * images.columns;
      const target = (a * images.rows + i) * images.columns;
      for (let c = 0; c < from.length; c++) points.values[target + c] = images.values[source + from[c]];
    }
  });
  const truth = Uint32Array.from({ length: points.rows }, (_, i) => Math.floor(i / images.rows));
  return { points, truth, classes: angles.map(String), skipped: 0 };
}

/** For every pixel of the rotated image, the pixel of the original that it shows. */
function pixelSources(side: number, angle: Degrees): number[] {
  const last = side - 1;
  const source = (y: number, x: number): [number, number] => {
    switch (angle) {
      case 0:
        return [y, x];
      case 90:
        return [x, last - y];
      case 180:
        return [last - y, last - x];
      case 270:
        return [last - x, y];
    }
  };
  return Array.from({ length: side * side }, (_, pixel) => {
    const [y, x] = source(Math.floor(pixel / side), pixel % side);
    return y * side + x;
  });
}
