/** The moduli of the residue number system: the largest primes below 2^28, as many as a bound requires. */

import { powerOfTwo } from '../elementary/index.ts';
import { CahootsError } from '../../base/errors.ts';
import { isPrime } from './primality.ts';
import { WORD_BITS } from './word-field.ts';

/** 64 moduli hold any value below 2^1791: more than protocols over doubles can reach. */
export const MAX_MODULI = 64;

const primes: number[] = [];

/** The `count` largest primes below 2^28, descending. */
export function largestModuli(count: number): readonly number[] {
  let candidate = (primes.at(-1) ?? powerOfTwo(WORD_BITS) + 1) - 2;
  for (; primes.length < count; candidate -= 2) if (isPrime(BigInt(candidate))) primes.push(candidate);
  return primes.slice(0, count);
}

/** M: residues of these moduli determine integers in [0, M). */
export function productOf(moduli: readonly number[]): bigint {
  return moduli.reduce((product, p) => product * BigInt(p), 1n);
}

/**
 * The fewest moduli whose product exceeds `bound`, so that residues determine every integer in [0, bound].
 * @throws CahootsError if that takes more than {@link MAX_MODULI}
 */
export function moduliAbove(bound: bigint): readonly number[] {
  let product = 1n;
  for (let count = 1; count <= MAX_MODULI; count++) {
    const moduli = largestModuli(count);
    product *= BigInt(moduli[count - 1]);
    if (product > bound) return moduli;
  }
  throw new CahootsError(
    'bad-input',
    `expected values below 2^${product.toString(2).length - 1}, got ${bound}`,
  );
}
