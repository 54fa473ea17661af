/**
 * Miller-Rabin with the first 13 primes as bases: exact below 3.3e24 (Sorenson and Webster 2015),
 * probabilistic beyond.
 */

import { modPow } from 'bigint-mod-arith';
import { Remembered } from '../../base/remembered.ts';

const BASES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

/** Known primes, since every field tests its modulus again. Composite numbers are seldom tested twice. */
const found = new Set<bigint>();

/** Whether a number is prime, see above for its exactness. Primes are remembered. */
export function isPrime(candidate: bigint): boolean {
  if (found.has(candidate)) return true;
  const prime = candidate >= 2n && isProbablePrime(candidate);
  if (prime) found.add(candidate);
  return prime;
}

function isProbablePrime(candidate: bigint): boolean {
  for (const base of BASES) if (candidate % base === 0n) return candidate === base;
  let odd = candidate - 1n;
  let twos = 0;
  for (; odd % 2n === 0n; odd /= 2n) twos++;
  return BASES.every((base) => {
    let power = modPow(base, odd, candidate);
    if (power === 1n) return true;
    for (let i = 0; i < twos; i++) {
      if (power === candidate - 1n) return true;
      power = (power * power) % candidate;
    }
    return false;
  });
}

/** Found by {@link primeAbove}: runs of a study look for the same ones. */
const above = new Remembered<bigint>(2 ** 10);

/** The smallest prime above `bound` of the form 2^twos k + 1. */
export function primeAbove(bound: bigint, twos = 0): bigint {
  return above.of(`${bound.toString(16)} ${twos}`, () => searchAbove(bound, twos));
}

/** Candidates are sieved by small primes first, since testing thousands of bits takes long. */
function searchAbove(bound: bigint, twos: number): bigint {
  const step = 1n << BigInt(Math.max(1, twos));
  let first = (bound / step) * step + 1n;
  if (first <= bound) first += step;
  if (twos === 0 && bound < 2n) return 2n;
  const small = smallPrimes(Math.min(2 ** 20, 128 * bound.toString(2).length));
  for (let start = first; ; start += step * BigInt(WINDOW)) {
    const composite = new Uint8Array(WINDOW);
    for (const p of small) {
      const stride = Number(step % BigInt(p));
      if (stride === 0) continue;
      let remainder = Number(start % BigInt(p));
      for (let i = 0; i < WINDOW; i++) {
        if (remainder === 0 && start + step * BigInt(i) !== BigInt(p)) composite[i] = 1;
        remainder += stride;
        if (remainder >= p) remainder -= p;
      }
    }
    for (let i = 0; i < WINDOW; i++) {
      const candidate = start + step * BigInt(i);
      if (composite[i] === 0 && isPrime(candidate)) return candidate;
    }
  }
}

/** Candidates that are sieved at once. */
const WINDOW = 512;

/** All primes below a limit. */
function smallPrimes(limit: number): number[] {
  const primes: number[] = [];
  const composite = new Uint8Array(limit);
  for (let n = 2; n < limit; n++) {
    if (composite[n] === 1) continue;
    primes.push(n);
    for (let multiple = n * n; multiple < limit; multiple += n) composite[multiple] = 1;
  }
  return primes;
}
