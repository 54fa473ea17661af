/**
 * Shamir's shares of secrets of 256 bits, at points that are small integers, such as the numbers of parties: the same shares as in
 * shamir.ts, in doubles, as big integers take three times as long. Elements are bytes, the most significant first.
 */

import { assert } from '../../base/errors.ts';
import { provenance } from '../../base/provenance.ts';
import { powerOfTwo } from '../elementary/index.ts';
import { PrimeField } from './prime-field.ts';
import { checkIntegers } from './shamir-at-integers.ts';

/** Above 2^256 by so much, a prime. */
const EXCESS = 297;
const TOP_BIT = 256;

/** The field that secrets are shared in: it holds any 256-bit number. */
export const KEY_FIELD = new PrimeField((1n << BigInt(TOP_BIT)) + BigInt(EXCESS), true);

/** The length of an element as bytes: a whole number of limbs. */
export const KEY_SHARE_BYTES = 33;

const LIMB_BYTES = 3;
const LIMB = powerOfTwo(8 * LIMB_BYTES);
const LIMBS = KEY_SHARE_BYTES / LIMB_BYTES;
const TOP = LIMBS - 1;
/** What the highest limb of an element counts in units of 2^256. */
const TOP_UNIT = powerOfTwo(TOP_BIT - 8 * LIMB_BYTES * TOP);

/**
 * Points are below three quarters of what a limb holds. A carry is at most that share of a limb with the carry before it, so it stays below
 * three limbs, and a limb with its carry, times a point, below 2^50, which a double holds.
 */
const MOST_POINTS = (3 * LIMB) / 4;

/** An element while it is computed, the least significant limb first. Used within one call only. */
const value = new Float64Array(LIMBS);

/**
 * The shares at these points, one after the other.
 * @param coefficients the secret, then t-1 uniform elements: at most `KEY_SHARE_BYTES` each
 * @param points distinct, in [1, 12582912), at least t of them
 */
export function keyShares(coefficients: readonly Uint8Array[], points: readonly number[]): Uint8Array {
  checkIntegers(points, MOST_POINTS);
  assert(points.length >= coefficients.length, 'fewer parties than reconstruct');
  const limbs = limbsOf(coefficients);
  const shares = new Uint8Array(points.length * KEY_SHARE_BYTES);
  for (const [i, point] of points.entries()) {
    value.fill(0);
    for (let at = limbs.length - LIMBS; at >= 0; at -= LIMBS) multiplyAndAdd(point, limbs, at);
    reduce();
    put(shares, i * KEY_SHARE_BYTES);
  }
  if (provenance !== undefined) {
    const told = coefficients.map(numberOf);
    for (let at = 0; at < shares.length; at += KEY_SHARE_BYTES)
      provenance.shared(told, numberOf(shares.subarray(at, at + KEY_SHARE_BYTES)));
  }
  return shares;
}

/** The limbs of elements, one after the other. */
function limbsOf(elements: readonly Uint8Array[]): Float64Array {
  const limbs = new Float64Array(elements.length * LIMBS);
  const padded = new Uint8Array(KEY_SHARE_BYTES);
  for (const [i, element] of elements.entries()) {
    padded.fill(0);
    padded.set(element, KEY_SHARE_BYTES - element.length);
    for (let l = 0, from = TOP * LIMB_BYTES; l < LIMBS; l++, from -= LIMB_BYTES)
      limbs[i * LIMBS + l] = (padded[from] << 16) | (padded[from + 1] << 8) | padded[from + 2];
  }
  return limbs;
}

/**
 * `value = value * point + limbs[at...]`, reduced to about 256 bits. Every limb passes its carry on to the next only, so no
 * limb waits for all those below it.
 */
function multiplyAndAdd(point: number, limbs: Float64Array, at: number): void {
  let below = 0;
  for (let l = 0; l < TOP; l++) {
    const product = value[l] * point + limbs[at + l];
    const carry = Math.floor(product / LIMB);
    value[l] = product - carry * LIMB + below;
    below = carry;
  }
  const product = value[TOP] * point + limbs[at + TOP];
  const excess = Math.floor(product / TOP_UNIT);
  value[TOP] = product - excess * TOP_UNIT + below;
  // 2^256 is less than the modulus by EXCESS: what is above it counts negatively, in the two lowest limbs.
  const carry = Math.floor((excess * EXCESS) / LIMB);
  value[0] -= excess * EXCESS - carry * LIMB;
  value[1] -= carry;
}

/** Reduces the value to the canonical element. */
function reduce(): void {
  for (;;) {
    let carry = 0;
    for (let l = 0; l < TOP; l++) {
      const sum = value[l] + carry;
      carry = Math.floor(sum / LIMB);
      value[l] = sum - carry * LIMB;
    }
    value[TOP] += carry;
    const excess = Math.floor(value[TOP] / TOP_UNIT);
    if (excess === 0 || (excess === 1 && isBelowModulus())) return;
    value[TOP] -= excess * TOP_UNIT;
    value[0] -= excess * EXCESS;
  }
}

/** Whether a value of 257 bits is below the modulus. */
function isBelowModulus(): boolean {
  if (value[0] >= EXCESS || value[TOP] !== TOP_UNIT) return false;
  for (let l = 1; l < TOP; l++) if (value[l] !== 0) return false;
  return true;
}

function put(shares: Uint8Array, at: number): void {
  for (let l = 0, to = at + TOP * LIMB_BYTES; l < LIMBS; l++, to -= LIMB_BYTES) {
    const limb = value[l];
    shares[to] = limb >>> 16;
    shares[to + 1] = limb >>> 8;
    shares[to + 2] = limb;
  }
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
}
