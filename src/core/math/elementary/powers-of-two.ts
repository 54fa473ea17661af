/** Powers of two, which doubles hold exactly, and the parts of doubles. */

import { assert } from '../../base/errors.ts';

export const LEAST = -1074;
const MOST = 1023;

/** 2^LEAST, ..., 2^MOST: every doubling is exact, from the smallest subnormal number on. */
export const POWERS = new Float64Array(MOST - LEAST + 1);
POWERS[0] = Number.MIN_VALUE;
for (let i = 1; i < POWERS.length; i++) POWERS[i] = 2 * POWERS[i - 1];

/** 2^n, exact, for an integer n; 0 and infinity beyond the range of doubles. */
export function powerOfTwo(n: number): number {
  if (n < LEAST) return 0;
  if (n > MOST) return Number.POSITIVE_INFINITY;
  const power: number | undefined = POWERS[n - LEAST];
  // A fraction has no place in the table, and what followed would be NaN in silence.
  if (power === undefined) assert(false, `expected an integer exponent, got ${n}`);
  return power;
}

/** x 2^n, rounded once, for 1/2 <= |x| < 2 and an integer n. */
export function timesPowerOfTwo(x: number, n: number): number {
  if (n >= -1021 && n <= MOST) return x * POWERS[n - LEAST];
  // In two steps, of which only the last may leave the range of normal numbers.
  return n > 0 ? x * 2 ** 1023 * powerOfTwo(n - 1023) : x * 2 ** -1000 * powerOfTwo(n + 1000);
}

/** x squared. */
export function square(x: number): number {
  return x * x;
}

const float = new Float64Array(1);
const words = new Int32Array(float.buffer);
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;

/** The first 32 bits of x: its sign, its exponent and 20 bits of its fraction. */
export function highWord(x: number): number {
  float[0] = x;
  return words[HIGH];
}

/** x rounded to 26 bits, so that products of two such numbers are exact (Veltkamp 1968); |x| below 2^996. */
export function upperHalf(x: number): number {
  const scaled = (2 ** 27 + 1) * x;
  return scaled - (scaled - x);
}
