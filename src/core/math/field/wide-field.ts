/**
 * A prime field of up to two words on plain numbers, for arithmetic that needs more than 28 bits and would be
 * ten times slower on bigints.
 *
 * A product of two elements has up to 100 bits. Its quotient by p, computed in doubles, is right to within
 * one, so the remainder is small; it is assembled from halves of 25 bits, whose products and sums are exact
 * in doubles.
 */

import { modInv, modPow } from 'bigint-mod-arith';
import { assert, CahootsError } from '../../base/errors.ts';
import type { Field } from './field.ts';
import { isPrime } from './primality.ts';

export const WIDE_BITS = 50;

const HALF = 2 ** 25;

export class WideField implements Field<number> {
  readonly modulus: bigint;
  readonly zero = 0;
  readonly one = 1;
  readonly #p: number;
  readonly #inverse: number;
  readonly #high: number;
  readonly #low: number;

  /** @throws CahootsError if the modulus is not a prime below 2^50 */
  constructor(modulus: bigint) {
    if (!(modulus < 1n << BigInt(WIDE_BITS) && isPrime(modulus))) {
      throw new CahootsError('bad-input', `expected a prime modulus below 2^${WIDE_BITS}, got ${modulus}`);
    }
    this.modulus = modulus;
    this.#p = Number(modulus);
    this.#inverse = 1 / this.#p;
    this.#high = Math.floor(this.#p / HALF);
    this.#low = this.#p % HALF;
  }

  from(value: bigint | number): number {
    const remainder = Number(BigInt(value) % this.modulus);
    return remainder < 0 ? remainder + this.#p : remainder;
  }

  add(a: number, b: number): number {
    const sum = a + b;
    return sum < this.#p ? sum : sum - this.#p;
  }

  sub(a: number, b: number): number {
    return a < b ? a - b + this.#p : a - b;
  }

  neg(a: number): number {
    return a === 0 ? 0 : this.#p - a;
  }

  mul(a: number, b: number): number {
    const q = Math.floor(a * b * this.#inverse);
    const a1 = Math.floor(a / HALF);
    const b1 = Math.floor(b / HALF);
    const q1 = Math.floor(q / HALF);
    const a0 = a - a1 * HALF;
    const b0 = b - b1 * HALF;
    const q0 = q - q1 * HALF;
    const p1 = this.#high;
    const p0 = this.#low;
    // As the remainder is below 2^51, the difference of the high products is below 2^27, and every step is exact.
    const high = (a1 * b1 - q1 * p1) * HALF + (a1 * b0 + a0 * b1 - (q1 * p0 + q0 * p1));
    const remainder = high * HALF + (a0 * b0 - q0 * p0);
    if (remainder < 0) return remainder + this.#p;
    return remainder < this.#p ? remainder : remainder - this.#p;
  }

  pow(base: number, exponent: bigint): number {
    return Number(modPow(BigInt(base), exponent, this.modulus));
  }

  inv(a: number): number {
    assert(a !== 0, 'zero has no inverse');
    return Number(modInv(BigInt(a), this.modulus));
  }
}
