/** Miller-Rabin with the first 13 primes as bases: exact below 3.3e24 (Sorenson and Webster 2015), and a test beyond. */

import { modPow } from 'bigint-mod-arith';

const BASES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

export function isPrime(candidate: bigint): boolean {
  if (candidate < 2n) return false;
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
