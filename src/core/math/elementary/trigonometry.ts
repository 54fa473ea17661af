/**
 * Sine and cosine, by the algorithms of fdlibm's k_sin.c and k_cos.c: x = n pi/2 + r, with r as a sum of two doubles (Cody and
 * Waite's reduction in three steps, as in e_rem_pio2.c), and a polynomial in r^2 (Remez).
 *
 * @license Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is
 * preserved.
 */

import { reduceLarge } from './large-angles.ts';

/** The largest angle that is reduced with doubles: products of PART_1 with integers up to 2^20 are exact. */
const LARGEST = 2 ** 20;

/** Pi/2 = PART_1 + REST_1 = PART_1 + PART_2 + REST_2 = ..., where the parts have 33 bits. */
const PART_1 = 1.5707963267341256;
const REST_1 = 6.077100506506192e-11;
const PART_2 = 6.077100506303966e-11;
const REST_2 = 2.0222662487959506e-21;
const PART_3 = 2.0222662487111665e-21;
const REST_3 = 8.4784276603689e-32;

const INVERSE = 0.6366197723675814;

/** The sine of x, within one unit in the last place; NaN if x is not finite. */
export function sin(x: number): number {
  return ofQuarter(x, 0);
}

/** The cosine of x, within one unit in the last place; NaN if x is not finite. */
export function cos(x: number): number {
  return ofQuarter(x, 1);
}

/** The sine of x + quarters pi/2. */
function ofQuarter(x: number, quarters: number): number {
  if (!(x >= -LARGEST && x <= LARGEST)) return ofLarge(x, quarters);
  // Never -0, which would take the sign from -0.
  const n = Math.round(x * INVERSE) + 0;
  let rest = x - n * PART_1;
  let low = n * REST_1;
  // If too many bits cancel, those after them.
  if (Math.abs(rest - low) < Math.abs(x) * 2 ** -16) {
    const before = rest;
    rest = before - n * PART_2;
    low = n * REST_2 - (before - rest - n * PART_2);
  }
  if (Math.abs(rest - low) < Math.abs(x) * 2 ** -49) {
    const before = rest;
    rest = before - n * PART_3;
    low = n * REST_3 - (before - rest - n * PART_3);
  }
  const r = rest - low;
  return ofReduced(r, rest - r - low, n + quarters);
}

function ofLarge(x: number, quarters: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  const [n, rest, tail] = reduceLarge(Math.abs(x));
  return x > 0 ? ofReduced(rest, tail, n + quarters) : ofReduced(-rest, -tail, quarters - n);
}

/** The sine of r + tail + quarters pi/2, for |r| up to pi/4. */
function ofReduced(r: number, tail: number, quarters: number): number {
  const quadrant = quarters & 3;
  const value = (quadrant & 1) === 0 ? sineNear0(r, tail) : cosineNear0(r, tail);
  return quadrant < 2 ? value : -value;
}

const S1 = -0.16666666666666632;
const S2 = 0.00833333333332249;
const S3 = -0.0001984126982985795;
const S4 = 0.0000027557313707070068;
const S5 = -2.5050760253406863e-8;
const S6 = 1.58969099521155e-10;

/** The sine of r + tail for |r| up to pi/4. */
function sineNear0(r: number, tail: number): number {
  const z = r * r;
  const v = z * r;
  return r - (z * (0.5 * tail - v * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6))))) - tail - v * S1);
}

const C1 = 0.0416666666666666;
const C2 = -0.001388888888887411;
const C3 = 0.00002480158728947673;
const C4 = -2.7557314351390663e-7;
const C5 = 2.087572321298175e-9;
const C6 = -1.1359647557788195e-11;

/** The cosine of r + tail for |r| up to pi/4. */
function cosineNear0(r: number, tail: number): number {
  const z = r * r;
  const half = 0.5 * z;
  const one = 1 - half;
  return (
    one + (1 - one - half + (z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6))))) - r * tail))
  );
}
