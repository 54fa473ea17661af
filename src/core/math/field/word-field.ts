/**
 * The working field: a prime below 2^28 on plain numbers.
 *
 * A product of two residues has up to 56 bits, more than a double holds. Its quotient by p is still right to
 * within one when computed in doubles, and the remainder needs only the low 32 bits of both products.
 */

import { powerOfTwo } from '../elementary/index.ts';
import { modInv, modPow } from 'bigint-mod-arith';
import { assert, CahootsError } from '../../base/errors.ts';
import type { Field } from './field.ts';
import { isPrime } from './primality.ts';

/** Residues have at most this many bits; kernels rely on it for their headroom. */
export const WORD_BITS = 28;

/** `a * b mod p` for a, b in [0, p), p < 2^28, given `inverse = 1 / p`. */
export function mulMod(a: number, b: number, p: number, inverse: number): number {
  const quotient = Math.floor(a * b * inverse);
  const remainder = (Math.imul(a, b) - Math.imul(quotient, p)) | 0;
  if (remainder < 0) return remainder + p;
  return remainder < p ? remainder : remainder - p;
}

/** `x mod p` in [0, p) for an integer |x| <= 2^53, given `inverse = 1 / p`. */
export function reduceMod(x: number, p: number, inverse: number): number {
  // Towards zero: the product must not leave the range in which doubles are exact.
  const remainder = x - Math.trunc(x * inverse) * p;
  if (remainder < 0) return remainder + p;
  return remainder < p ? remainder : remainder - p;
}

export class WordField implements Field<number> {
  readonly modulus: bigint;
  readonly zero = 0;
  readonly one = 1;
  readonly #p: number;
  readonly #inverse: number;

  /** @throws CahootsError if the modulus is not a prime below 2^28 */
  constructor(p: number) {
    if (!(Number.isSafeInteger(p) && p < powerOfTwo(WORD_BITS) && isPrime(BigInt(p)))) {
      throw new CahootsError('bad-input', `expected a prime modulus below 2^${WORD_BITS}, got ${p}`);
    }
    this.modulus = BigInt(p);
    this.#p = p;
    this.#inverse = 1 / p;
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
    return mulMod(a, b, this.#p, this.#inverse);
  }

  pow(base: number, exponent: bigint): number {
    return Number(modPow(BigInt(base), exponent, this.modulus));
  }

  inv(a: number): number {
    assert(a !== 0, 'zero has no inverse');
    return Number(modInv(BigInt(a), this.modulus));
  }
}
