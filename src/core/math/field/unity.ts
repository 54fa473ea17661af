/** Roots of unity whose order is a power of two, for classes of residues and for transforms. */

import type { Field } from './field.ts';

export interface RootOfUnity<E> {
  /** s: 2^s divides p - 1. */
  readonly twos: number;
  /** Of order 2^s. */
  readonly root: E;
}

/** Gives more classes than any polynomial here has roots, and exponents that doubles hold. */
const MAX_TWOS = 32;

const known = new Map<bigint, RootOfUnity<bigint>>();

/** The root of the largest such order, from the smallest quadratic non-residue; p is odd. */
export function rootOfUnity<E extends bigint | number>(field: Field<E>): RootOfUnity<E> {
  const { modulus } = field;
  let found = known.get(modulus);
  if (found === undefined) {
    let twos = 0;
    for (let odd = modulus - 1n; odd % 2n === 0n && twos < MAX_TWOS; odd /= 2n) twos++;
    let candidate = field.from(2);
    while (field.pow(candidate, (modulus - 1n) / 2n) === field.one)
      candidate = field.add(candidate, field.one);
    const root = field.pow(candidate, (modulus - 1n) >> BigInt(twos));
    found = { twos, root: BigInt(root) };
    known.set(modulus, found);
  }
  return { twos: found.twos, root: field.from(found.root) };
}
