/**
 * Logarithms, by the algorithms of fdlibm's e_log.c and s_log1p.c and FreeBSD's e_log2.c: x = 2^k (1 + f) with 1 + f between
 * the square roots of 1/2 and 2, and ln(1 + f) from a polynomial in the square of f / (2 + f) (Remez).
 *
 * @license Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is
 * preserved.
 */

import { LN2_HIGH, LN2_LOW } from './ln2.ts';
import { highWord, LEAST, POWERS, upperHalf } from './powers-of-two.ts';

const L1 = 0.6666666666666735;
const L2 = 0.3999999999940942;
const L3 = 0.2857142874366239;
const L4 = 0.22222198432149784;
const L5 = 0.1818357216161805;
const L6 = 0.15313837699209373;
const L7 = 0.14798198605116586;

/** The smallest normal number; smaller ones have no exponent of their own. */
const NORMAL = 2 ** -1022;

/** For |f| up to this, three terms of the series suffice. */
const SMALL = 2 ** -20;

/** Where 1 + f is near the square root of 2 or 1/2, which takes the more accurate of two ways to add up. */
const NEAR_ROOT = 0x6147a / 2 ** 20;
const NEAR_INVERSE_ROOT = 0x6b852 / 2 ** 21 - 0.5;

/** The natural logarithm of x, within one unit in the last place; -infinity for 0, NaN below it. */
export function log(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return outside(x);
  const normal = x < NORMAL ? x * 2 ** 54 : x;
  const exponent = exponentOf(normal);
  const f = normal * POWERS[-LEAST - exponent] - 1;
  const k = x < NORMAL ? exponent - 54 : exponent;
  if (f < SMALL && f >= -SMALL) {
    const r = f * f * (0.5 - 0.3333333333333333 * f);
    return k * LN2_HIGH - (r - k * LN2_LOW - f);
  }
  const s = f / (2 + f);
  const r = series(s * s);
  if (f < NEAR_ROOT && f >= NEAR_INVERSE_ROOT) return k * LN2_HIGH - (s * (f - r) - k * LN2_LOW - f);
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + r) + k * LN2_LOW) - f);
}

/** ln(1 + x), within one unit in the last place, also for small x. */
export function log1p(x: number): number {
  if (x > -TINY && x < TINY) return x - x * x * 0.5;
  if (!(x > -1 && x < Number.POSITIVE_INFINITY)) return log(1 + x);
  let k = 0;
  let f = x;
  let c = 0;
  if (x >= ABOVE_ROOT || x <= -BELOW_INVERSE_ROOT) {
    const u = 1 + x;
    k = ((highWord(u) + 0x95f62) >> 20) - 1023;
    // What rounding took from u.
    c = (u >= 2 ? 1 - (u - x) : x - (u - 1)) / u;
    f = u * POWERS[-LEAST - k] - 1;
  }
  const low = k * LN2_LOW + c;
  const half = 0.5 * f * f;
  if (k !== 0 && f < SMALL && f >= -SMALL)
    return k * LN2_HIGH - (half * (1 - 0.6666666666666666 * f) - low - f);
  const s = f / (2 + f);
  const z = s * s;
  const r = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
  return k * LN2_HIGH - (half - (s * (half + r) + low) - f);
}

/** For |x| below this, the first two terms of the series suffice. */
const TINY = 2 ** -29;

/** Where 1 + x leaves the range of 1 + f. */
const ABOVE_ROOT = 0.4142136573791504;
const BELOW_INVERSE_ROOT = 0.292893648147583;

/** 1 / ln 2 in two parts, the first of 24 bits. */
const INVERSE_LN2_HIGH = 1.4426950216293335;
const INVERSE_LN2_LOW = 1.9259629911266175e-8;

/** The logarithm of x to base 2, within one unit in the last place, and exact for powers of two. */
export function log2(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return outside(x);
  const normal = x < NORMAL ? x * 2 ** 54 : x;
  const exponent = exponentOf(normal);
  const f = normal * POWERS[-LEAST - exponent] - 1;
  const k = x < NORMAL ? exponent - 54 : exponent;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const high = upperHalf(f - half);
  const low = f - high - half + s * (half + series(s * s));
  // The sum of k and the first product, rounded, and what it lacks.
  const product = high * INVERSE_LN2_HIGH;
  const sum = k + product;
  return (low + high) * INVERSE_LN2_LOW + low * INVERSE_LN2_HIGH + (k - sum + product) + sum;
}

/** The k for which 2^-k x lies between the square roots of 1/2 and 2, up to 2^-20; x is normal. */
function exponentOf(x: number): number {
  return ((highWord(x) + 0x95f64) >> 20) - 1023;
}

/** L1 z + L2 z^2 + ..., odd and even terms apart. */
function series(z: number): number {
  const w = z * z;
  return w * (L2 + w * (L4 + w * L6)) + z * (L1 + w * (L3 + w * (L5 + w * L7)));
}

/** The logarithm of what is no finite positive number. */
function outside(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  return x < 0 ? Number.NaN : x;
}
