/**
 * Polynomials in the Lagrange basis (draft-irtf-cfrg-vdaf-20, section 6.1.3): each by its values at the powers of a root of unity
 * whose order n, a power of two, is their number. Coefficients are only steps on the way from n values to 2n.
 */

import type { NttField } from './field.ts';

/** The values of a polynomial of degree below n at 2n powers, from those at n: every other one is known. */
export function doubled(field: NttField, values: readonly bigint[]): bigint[] {
  const between = transform(field, coefficients(field, values), true);
  return values.flatMap((value, i) => [value, between[i]]);
}

/**
 * The values of polynomials at a point, which is none of the powers (Faz-Hernandez 2025, algorithm 7): barycentric
 * interpolation, of which all polynomials share the weights.
 * @param polynomials each by its n values
 */
export function evaluateAll(
  field: NttField,
  polynomials: readonly (readonly bigint[])[],
  point: bigint,
): bigint[] {
  const weights = weightsAt(field, polynomials[0].length, point);
  return polynomials.map((values) => {
    let sum = 0n;
    values.forEach((value, i) => (sum += weights[i] * value));
    return sum % field.modulus;
  });
}

/** What each of n values counts for at a point x: w^i / n times the product of x - w^j over all other j. */
function weightsAt(field: NttField, n: number, point: bigint): bigint[] {
  const nodes = powers(field, field.root(logOf(n)), n);
  const distances = nodes.map((node) => field.sub(point, node));
  const after = [field.inv(field.from(n))];
  for (const distance of distances.toReversed()) after.unshift(field.mul(after[0], distance));
  let before = field.one;
  return nodes.map((node, i) => {
    const weight = field.mul(field.mul(before, after[i + 1]), node);
    before = field.mul(before, distances[i]);
    return weight;
  });
}

/** Appends the value at the last power to those at all others, of a polynomial whose degree is below n - 1. */
export function completed(field: NttField, values: readonly bigint[]): bigint[] {
  const n = values.length + 1;
  const root = field.root(logOf(n));
  // The coefficient of x^(n - 1), which is zero, is the sum of value i times root^i, divided by n.
  let sum = 0n;
  let power = field.one;
  for (const value of values) {
    sum += power * value;
    power = field.mul(power, root);
  }
  return [...values, field.neg(field.mul(sum % field.modulus, root))];
}

/** The coefficients of a polynomial, from its values. */
function coefficients(field: NttField, values: readonly bigint[]): bigint[] {
  const n = values.length;
  const scale = field.inv(field.from(n));
  const [first, ...rest] = transform(field, values, false).map((value) => field.mul(value, scale));
  return [first, ...rest.toReversed()];
}

/**
 * The values of a polynomial with n coefficients at the powers of a root of unity of order n, or with `between` at these times a
 * root of order 2n (Faz-Hernandez 2025, algorithm 4).
 */
function transform(field: NttField, input: readonly bigint[], between: boolean): bigint[] {
  const n = input.length;
  const { modulus } = field;
  const values = bitReversed(input);
  for (let half = 1, log = 1; half < n; half *= 2, log++) {
    let factor = between ? field.root(log + 1) : field.one;
    const root = field.root(log);
    for (let i = 0; i < half; i++) {
      for (let at = i; at < n; at += 2 * half) {
        const one = values[at];
        const other = (factor * values[at + half]) % modulus;
        values[at] = field.add(one, other);
        values[at + half] = field.sub(one, other);
      }
      factor = field.mul(factor, root);
    }
  }
  return values;
}

function bitReversed(values: readonly bigint[]): bigint[] {
  const n = values.length;
  const out = [...values];
  for (let i = 0, reversed = 0; i < n; i++) {
    out[reversed] = values[i];
    let bit = n >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
  }
  return out;
}

function powers(field: NttField, base: bigint, count: number): bigint[] {
  const all = [field.one];
  while (all.length < count) all.push(field.mul(all[all.length - 1], base));
  return all;
}

function logOf(powerOfTwo: number): number {
  return 31 - Math.clz32(powerOfTwo);
}
