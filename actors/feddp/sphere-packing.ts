/**
 * Initial centres from the radius of the data alone: as far as possible from each other and from the cube's boundary
 * (Su et al. 2017).
 */

import { square } from '../../src/core/kit/math.ts';
import { squaredDistance } from '../../src/core/kit/cluster.ts';
import { type Matrix, type Stream, zeros } from '../../src/core/kit/index.ts';

/** Which distance to the cube's boundary is kept, and how the distance is found. */
export type PackingRule =
  /** Half the distance, to faces; a thousand attempts per centre; the largest distance that works, by bisection. */
  | 'faces'
  /** As in the text of FedDP-KMeans: half the distance, to corners, which excludes nothing in high dimensions. */
  | 'corners'
  /** As in its program: corners, a thousand attempts in all, and the first distance that works. */
  | 'first';

const TRIES = 1000;
const HALVINGS = 20;

/**
 * k centres in the cube [-radius, radius]^d, at least 2a from each other and a from its boundary.
 * @returns k x d
 */
export function packSpheres(
  k: number,
  dimension: number,
  radius: number,
  rule: PackingRule,
  stream: Stream,
): Matrix {
  let low = 0;
  let high = rule === 'faces' ? radius : radius * Math.sqrt(dimension);
  let best = tryToPack(k, dimension, radius, 0, rule, stream) as Matrix;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    const packed = tryToPack(k, dimension, radius, middle, rule, stream);
    if (packed === undefined) high = middle;
    else {
      [best, low] = [packed, middle];
      if (rule === 'first') return best;
    }
  }
  return best;
}

function tryToPack(
  k: number,
  dimension: number,
  radius: number,
  a: number,
  rule: PackingRule,
  stream: Stream,
): Matrix | undefined {
  const packed = zeros(k, dimension);
  const reach = rule === 'faces' ? radius - a : radius;
  let left = TRIES;
  for (let h = 0; h < k; h++) {
    if (rule !== 'first') left = TRIES;
    for (;;) {
      if (left-- === 0) return undefined;
      for (let c = 0; c < dimension; c++) {
        packed.values[h * dimension + c] = reach * (2 * stream.uniform() - 1);
      }
      if (rule !== 'faces' && cornerDistance(packed, h, radius) < a) continue;
      let isFar = true;
      for (let other = 0; isFar && other < h; other++) {
        isFar = squaredDistance(packed, h, packed, other) >= 4 * a * a;
      }
      if (isFar) break;
    }
  }
  return packed;
}

function cornerDistance(packed: Matrix, h: number, radius: number): number {
  let sum = 0;
  for (let c = 0; c < packed.columns; c++) {
    sum += square(radius - Math.abs(packed.values[h * packed.columns + c]));
  }
  return Math.sqrt(sum);
}
