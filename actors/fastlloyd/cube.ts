/**
 * Points as integers: the announced range of each coordinate becomes [-1, 1], in steps of 2^-bits. Points and centres lie on one
 * grid, so differences between them are integers, radii are tested in integers, and sensitivities are exact.
 */

import { powerOfTwo } from '../../src/core/kit/math.ts';
import { type Matrix, type Population, row, zeros } from '../../src/core/kit/index.ts';

type Range = Pick<Population, 'minimum' | 'maximum'>;

/** Rounds toward zero; coordinates outside the announced range are moved to its edge. */
export function intoCube(points: Matrix, { minimum, maximum }: Range, bits: number): Matrix {
  const steps = powerOfTwo(bits);
  return mapped(points, (x, c) => {
    const { middle, half } = scaleOf(minimum[c], maximum[c]);
    return Math.trunc(Math.max(-1, Math.min(1, (x - middle) / half)) * steps);
  });
}

/** The inverse of {@link intoCube}. */
export function outOfCube(centres: Matrix, { minimum, maximum }: Range, bits: number): Matrix {
  const steps = powerOfTwo(bits);
  return mapped(centres, (x, c) => {
    const { middle, half } = scaleOf(minimum[c], maximum[c]);
    return middle + (x / steps) * half;
  });
}

/** Centres in steps of the grid: k x d integers. */
export function onGrid(centres: Matrix, bits: number): Matrix {
  return mapped(centres, (x) => Math.round(x * powerOfTwo(bits)));
}

/** A constant coordinate becomes 0. */
function scaleOf(low: number, high: number): { middle: number; half: number } {
  const half = high / 2 - low / 2;
  return { middle: low / 2 + high / 2, half: half > 0 ? half : 1 };
}

function mapped(matrix: Matrix, of: (x: number, c: number) => number): Matrix {
  const result = zeros(matrix.rows, matrix.columns);
  for (let i = 0; i < matrix.rows; i++) {
    result.values.set(row(matrix, i).map(of), i * matrix.columns);
  }
  return result;
}
