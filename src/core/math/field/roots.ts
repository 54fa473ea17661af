/**
 * The roots of a polynomial that is a product of distinct linear factors in its field: Cantor and Zassenhaus
 * 1981, with classes of 2^s-th power residues instead of squares if 2^s divides p - 1, so that one power
 * splits it into many factors.
 */

import { powerOfTwo } from '../elementary/index.ts';
import { assert } from '../../base/errors.ts';
import type { Polynomial, Polynomials } from './polynomials.ts';
import { Remainders } from './remainders.ts';
import { type RootOfUnity, rootOfUnity } from './unity.ts';

/**
 * All roots, in no particular order; undefined if the polynomial is not a product of distinct linear factors.
 *
 * y = (x + shift)^((p-1) / 2^s) is a 2^s-th root of unity at every root, and y^(2^s) = 1 holds modulo the
 * whole polynomial exactly if it is such a product, so a polynomial that does not split is recognised at
 * once. The shifts are 0, 1, 2, ...: nothing is random, and the same polynomial always takes the same steps.
 * @param polynomial monic
 */
export function distinctRoots<E extends bigint | number>(
  ring: Polynomials<E>,
  polynomial: Polynomial<E>,
): E[] | undefined {
  const { field } = ring;
  assert(field.modulus > 2n, 'the field has no squares to tell from others');
  const unity = rootOfUnity(field);
  const roots: E[] = [];
  const open: { factor: Polynomial<E>; shift: number }[] = [{ factor: polynomial, shift: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { shift } = next;
    let { factor } = next;
    const zero = field.neg(field.from(shift));
    if (ring.evaluate(factor, zero) === field.zero) {
      roots.push(zero);
      const { quotient, value } = ring.divideByRoot(factor, zero);
      if (value === field.zero) return undefined;
      factor = quotient;
    }
    const parts = splitByResidues(ring, factor, field.from(shift), unity);
    if (parts === undefined) return undefined;
    for (const part of parts) {
      if (part.length === 2) roots.push(field.neg(part[0]));
      else open.push({ factor: part, shift: shift + 1 });
    }
  }
  return roots;
}

/** The factors whose roots have the same residue symbol; undefined if some factors are not linear. */
function splitByResidues<E extends bigint | number>(
  ring: Polynomials<E>,
  polynomial: Polynomial<E>,
  shift: E,
  { twos, root }: RootOfUnity<E>,
): Polynomial<E>[] | undefined {
  const { field } = ring;
  if (polynomial.length <= 2) return polynomial.length === 2 ? [polynomial] : [];
  const remainders = new Remainders(ring, polynomial);
  // powers[k] = y^(2^k)
  const powers = [remainders.power(shift, (field.modulus - 1n) >> BigInt(twos))];
  for (let k = 1; k < twos; k++) powers.push(remainders.square(powers[k - 1]));
  const last = remainders.square(powers[twos - 1]);
  if (last.length !== 1 || last[0] !== field.one) return undefined;

  const parts: Polynomial<E>[] = [];
  // On a factor, y^(2^(k+1)) is root^exponent, so y^(2^k) is one of its two square roots.
  const open = [{ factor: polynomial, powers, exponent: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const k = next.powers.length - 1;
    if (next.factor.length <= 2 || k < 0) {
      parts.push(next.factor);
      continue;
    }
    const half = next.exponent / 2;
    const value = field.pow(root, BigInt(half));
    const difference = ring.sub(next.powers[k], [value]);
    const one = difference.length === 0 ? next.factor : ring.gcd(next.factor, difference);
    const other = one.length === next.factor.length ? [field.one] : ring.divide(next.factor, one).quotient;
    const halves = [
      { factor: one, exponent: half },
      { factor: other, exponent: half + powerOfTwo(twos - 1) },
    ].filter(({ factor }) => factor.length > 1);
    for (const { factor, exponent } of halves) {
      const rest = next.powers.slice(0, k);
      const reduced = halves.length === 1 || factor.length === 2 ? rest : reduceAll(ring, factor, rest);
      open.push({ factor, powers: reduced, exponent });
    }
  }
  return parts;
}

function reduceAll<E extends bigint | number>(
  ring: Polynomials<E>,
  modulus: Polynomial<E>,
  polynomials: readonly Polynomial<E>[],
): E[][] {
  const remainders = new Remainders(ring, modulus);
  return polynomials.map((polynomial) => remainders.of(polynomial));
}
