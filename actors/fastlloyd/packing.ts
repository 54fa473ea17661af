/** Initial centres from a public seed and no data: spheres packed into a cube (FastLloyd's rule). */

import { squaredDistance } from '../../src/core/kit/cluster.ts';
import { type Matrix, type Stream, zeros } from '../../src/core/kit/index.ts';

/** This many rejections in a row end an attempt. */
const REJECTIONS = 100;

/**
 * k centres in [-1 + a, 1 - a]^d, at least 2a from each other, for the first a of 1, 1/2, 1/4, ... that works.
 * @returns k x d
 */
export function packSpheres(k: number, dimension: number, stream: Stream): Matrix {
  for (let a = 1; ; a /= 2) {
    const packed = tryToPack(k, dimension, a, stream);
    if (packed !== undefined) return packed;
  }
}

function tryToPack(k: number, dimension: number, a: number, stream: Stream): Matrix | undefined {
  const packed = zeros(k, dimension);
  for (let h = 0, rejected = 0; h < k;) {
    for (let c = 0; c < dimension; c++) {
      packed.values[h * dimension + c] = (1 - a) * (2 * stream.uniform() - 1);
    }
    let isFar = true;
    for (let other = 0; isFar && other < h; other++) {
      isFar = squaredDistance(packed, h, packed, other) >= 4 * a * a;
    }
    if (isFar) [h, rejected] = [h + 1, 0];
    else if (++rejected === REJECTIONS) return undefined;
  }
  return packed;
}
