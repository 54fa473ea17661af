/**
 * The exponential function, by the algorithms of fdlibm's e_exp.c and s_expm1.c: x = k ln 2 + r with |r| up to about half of
 * ln 2; e^r from a polynomial in r^2 (Remez), e^r - 1 from one in r^2 / 2; and a multiplication by 2^k.
 *
 * @license Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is
 * preserved.
 */

import { LN2_HIGH, LN2_LOW } from './ln2.ts';
import { powerOfTwo, timesPowerOfTwo } from './powers-of-two.ts';

/** The largest x whose e^x is finite, and the smallest whose e^x is not 0. */
const LARGEST = 709.782712893384;
const SMALLEST = -745.1332191019411;

/** A little above half of ln 2: below it, x is not reduced. */
const REDUCED = 0.3465735912322998;

const P1 = 0.16666666666666602;
const P2 = -0.0027777777777015593;
const P3 = 0.00006613756321437934;
const P4 = -0.0000016533902205465252;
const P5 = 4.1381367970572385e-8;

/** e^x, within one unit in the last place; 0 and infinity beyond the range of doubles. */
export function exp(x: number): number {
  if (x < REDUCED && x > -REDUCED) {
    const c = x - remainder(x * x);
    return 1 - ((x * c) / (c - 2) - x);
  }
  if (!(x <= LARGEST && x >= SMALLEST)) {
    if (x < 0) return 0;
    return x > 0 ? Number.POSITIVE_INFINITY : x;
  }
  // The algorithm's own value is one unit off there.
  if (x === 1) return Math.E;
  const k = (Math.LOG2E * x + (x < 0 ? -0.5 : 0.5)) | 0;
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const c = r - remainder(r * r);
  return timesPowerOfTwo(1 - (low - (r * c) / (2 - c) - high), k);
}

/** r (e^r + 1) / (e^r - 1) - 2, from the square of r. */
export function remainder(z: number): number {
  return z * (P1 + z * (P2 + z * (P3 + z * (P4 + z * P5))));
}

/** From where on e^x - 1 is e^x for doubles. */
const ONE_VANISHES = 38.81622314453125;

const Q1 = -0.03333333333333313;
const Q2 = 0.0015873015872548146;
const Q3 = -0.0000793650757867488;
const Q4 = 0.000004008217827329362;
const Q5 = -2.0109921818362437e-7;

/** e^x - 1, within one unit in the last place, also for small x. */
export function expm1(x: number): number {
  if (x > -TINY && x < TINY) return x;
  if (x < -ONE_VANISHES) return -1;
  if (!(x <= LARGEST)) return x > 0 ? Number.POSITIVE_INFINITY : x;
  let r = x;
  let k = 0;
  let c = 0;
  if (x >= REDUCED || x <= -REDUCED) {
    k = (Math.LOG2E * x + (x < 0 ? -0.5 : 0.5)) | 0;
    const high = x - k * LN2_HIGH;
    const low = k * LN2_LOW;
    r = high - low;
    c = high - r - low;
  }
  const half = 0.5 * r;
  const z = r * half;
  const r1 = 1 + z * (Q1 + z * (Q2 + z * (Q3 + z * (Q4 + z * Q5))));
  const t = 3 - r1 * half;
  const e = z * ((r1 - t) / (6 - r * t));
  if (k === 0) return r - (r * e - z);
  return scaledExpm1(r, r * (e - c) - c - z, k);
}

/** 2^-54: below it, e^x - 1 is x for doubles. */
const TINY = 2 ** -54;

/** 2^k (1 + r - e) - 1, where r - e is e^r - 1. */
function scaledExpm1(r: number, e: number, k: number): number {
  if (k === -1) return 0.5 * (r - e) - 0.5;
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k <= -2 || k > 56) return timesPowerOfTwo(1 - (e - r), k) - 1;
  const small = powerOfTwo(-k);
  // The smaller terms first.
  return (k < 20 ? 1 - small - (e - r) : r - (e + small) + 1) * powerOfTwo(k);
}
