/** The reference: the prime field on bigint, of any size. */

import { modInv, modPow, toZn } from 'bigint-mod-arith';
import { assert, CahootsError } from '../../base/errors.ts';
import type { Field } from './field.ts';
import { isPrime } from './primality.ts';

export class PrimeField implements Field<bigint> {
  readonly modulus: bigint;
  readonly zero = 0n;
  readonly one = 1n;

  /**
   * @param isKnown whether the modulus is a constant known to be prime, which is then not tested
   * @throws CahootsError when the modulus is not prime
   */
  constructor(modulus: bigint, isKnown = false) {
    if (!isKnown && !isPrime(modulus))
      throw new CahootsError('bad-input', `expected a prime modulus, got ${modulus}`);
    this.modulus = modulus;
  }

  from(value: bigint | number): bigint {
    return toZn(BigInt(value), this.modulus);
  }

  add(a: bigint, b: bigint): bigint {
    const sum = a + b;
    return sum < this.modulus ? sum : sum - this.modulus;
  }

  sub(a: bigint, b: bigint): bigint {
    return a < b ? a - b + this.modulus : a - b;
  }

  neg(a: bigint): bigint {
    return a === 0n ? a : this.modulus - a;
  }

  mul(a: bigint, b: bigint): bigint {
    return (a * b) % this.modulus;
  }

  pow(base: bigint, exponent: bigint): bigint {
    return modPow(base, exponent, this.modulus);
  }

  inv(a: bigint): bigint {
    assert(a !== 0n, 'zero has no inverse');
    return modInv(a, this.modulus);
  }
}
