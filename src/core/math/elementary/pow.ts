/**
 * Powers, by the algorithm of fdlibm's e_pow.c: y times the logarithm of x to base 2 as a sum of two doubles, and 2 to the power
 * of that. Where fdlibm clears the lower words of doubles, they are split as Veltkamp (1968) did.
 *
 * @license Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is
 * preserved.
 */

import { remainder } from './exp.ts';
import { highWord, powerOfTwo, timesPowerOfTwo, upperHalf } from './powers-of-two.ts';

/** The logarithm of 3/2 to base 2, in two parts. */
const LOG2_1_5_HIGH = 0.5849624872207642;
const LOG2_1_5_LOW = 1.350039202129749e-8;

const L1 = 0.5999999999999946;
const L2 = 0.4285714285785502;
const L3 = 0.33333332981837743;
const L4 = 0.272728123808534;
const L5 = 0.23066074577556175;
const L6 = 0.20697501780033842;

/** 2 / (3 ln 2), and in two parts. */
const SCALE = 0.9617966939259756;
const SCALE_HIGH = 0.9617967009544373;
const SCALE_LOW = -7.028461650952758e-9;

/** ln 2 in two parts, the first of 21 bits. */
const LN2_HIGH = 0.6931471824645996;
const LN2_LOW = -1.904654299957768e-9;

/** How far above 1024 a logarithm to base 2 is whose power is not yet rounded to infinity. */
const BELOW_INFINITY = 8.008566259537294e-17;

/** With so large an exponent, every power but those of 1 is 0 or infinite. */
const LARGEST_EXPONENT = 2 ** 64;

/**
 * x to the power of y, within one unit in the last place, as ECMAScript's `Math.pow` treats 0, infinity, NaN and negative
 * numbers.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  const size = Math.abs(x);
  if (!(size > 0 && size < Number.POSITIVE_INFINITY && Math.abs(y) < LARGEST_EXPONENT)) {
    return powOfExtreme(x, y, size);
  }
  const sign = x > 0 ? 1 : signOfPower(y);
  if (y === 1 || y === 2) return y === 1 ? x : x * x;

  // The logarithm to base 2: 2^k m with m near 1 or 3/2, and s = (m - base) / (m + base) as a sum of two parts.
  const shift = size < 2 ** -1022 ? 54 : 0;
  const normal = size * powerOfTwo(shift);
  const word = highWord(normal);
  const fraction = word & 0xfffff;
  const exponent = ((word + 0x44986) >> 20) - 1023;
  const isNear1 = fraction <= 0x3988e || fraction >= 0xbb67a;
  const base = isNear1 ? 1 : 1.5;
  const baseHigh = isNear1 ? 0 : LOG2_1_5_HIGH;
  const k = exponent - shift;
  const m = normal * powerOfTwo(-exponent);
  const u = m - base;
  const v = 1 / (m + base);
  const s = u * v;
  const sHigh = upperHalf(s);
  const sumHigh = upperHalf(m + base);
  const sLow = v * (u - sHigh * sumHigh - sHigh * (m - (sumHigh - base)));
  const z = s * s;
  // 3 (ln(1 + s) - ln(1 - s)) / 2 = s (3 + s^2 + ...), and that times the scale.
  const terms = z * z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * L6))))) + sLow * (sHigh + s);
  const squared = sHigh * sHigh;
  const factorHigh = upperHalf(3 + squared + terms);
  const factorLow = terms - (factorHigh - 3 - squared);
  const first = sHigh * factorHigh;
  const second = sLow * factorHigh + factorLow * s;
  const high = upperHalf(first + second);
  const low = second - (high - first);
  const scaled = SCALE_HIGH * high;
  const scaledLow = SCALE_LOW * high + low * SCALE + (isNear1 ? 0 : LOG2_1_5_LOW);
  const logHigh = upperHalf(scaled + scaledLow + baseHigh + k);
  const logLow = scaledLow - (logHigh - k - baseHigh - scaled);

  const yHigh = upperHalf(y);
  return sign * exp2(yHigh * logHigh, (y - yHigh) * logHigh + y * logLow);
}

/** 2^(high + low), where low is at most about 2^-20 of high. */
function exp2(high: number, low: number): number {
  const sum = high + low;
  if (sum >= 1024 && (sum > 1024 || low + BELOW_INFINITY > sum - high)) return Number.POSITIVE_INFINITY;
  if (sum <= -1075 && (sum < -1075 || low <= sum - high)) return 0;
  const k = (sum + (sum < 0 ? -0.5 : 0.5)) | 0;
  const rest = high - k;
  const t = upperHalf(low + rest);
  const u = t * LN2_HIGH;
  const v = (low - (t - rest)) * Math.LN2 + t * LN2_LOW;
  const r = u + v;
  const tail = v - (r - u);
  const c = r - remainder(r * r);
  return timesPowerOfTwo(1 - ((r * c) / (c - 2) - (tail + r * tail) - r), k);
}

/** The sign of a negative number's power; NaN if there is none. */
function signOfPower(y: number): number {
  if (!Number.isInteger(y)) return Number.NaN;
  return y % 2 === 0 ? 1 : -1;
}

/** A power of 0 or of what is not finite, or with so large an exponent. */
function powOfExtreme(x: number, y: number, size: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (size === 1) return Math.abs(y) === Number.POSITIVE_INFINITY ? Number.NaN : 1;
  const value = size > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0;
  const isNegative = x < 0 || Object.is(x, -0);
  return isNegative && Math.abs(y % 2) === 1 ? -value : value;
}
