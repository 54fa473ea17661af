/** From reals to integers and back (SecFC, Appendix A), and how large a decoded distance can become. */

import { type Matrix, zeros } from '../../base/matrix.ts';

/**
 * The largest integer q whose double `q / scale` is at most `x`: the floor of `scale * x` without the
 * rounding of that product, so that 0.29 at scale 100 is 29 (the product is 28.999999999999996), and every q
 * is recovered from its own real. The result is exact while |scale * x| < 2^52.
 */
export function quantise(x: number, scale: number): number {
  let q = Math.floor(x * scale);
  if (q / scale > x) q--;
  else if ((q + 1) / scale <= x) q++;
  return q + 0; // -0 is 0
}

/** Quantises every entry. */
export function quantiseMatrix(points: Matrix, scale: number): Matrix {
  const integers = zeros(points.rows, points.columns);
  for (let i = 0; i < integers.values.length; i++) integers.values[i] = quantise(points.values[i], scale);
  return integers;
}

/**
 * A bound on every decoded distance ||sum over S_h of x - |S_h| x_i||^2 of quantised points:
 * (m-1)^2 times the sum over coordinates of (largest - smallest)^2, as at most m-1 terms of the sum differ from x_i.
 * The paper's 2 lambda^2 D is not safe, as each floor moves a term; this is a statement about the integers themselves
 * and needs no margin.
 */
export function distanceBound(
  points: number,
  minimum: ArrayLike<number>,
  maximum: ArrayLike<number>,
): bigint {
  let squaredDiameter = 0n;
  for (let c = 0; c < minimum.length; c++) squaredDiameter += (BigInt(maximum[c]) - BigInt(minimum[c])) ** 2n;
  return BigInt(points - 1) ** 2n * squaredDiameter;
}
