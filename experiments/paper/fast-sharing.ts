/**
 * SecFC, section 4.2: shares by fast interpolation and evaluation. Our points lie in a row, the betas at 1..N and the alphas
 * behind them, so interpolation at the former and evaluation at the latter together are one convolution (Bostan, Gaudry and
 * Schost 2007, section 3) and need no tree of products: n log n multiplications by a transform, instead of n N with
 * Lagrange's weights.
 */

import { assert } from '../../src/core/base/errors.ts';
import type { Field } from '../../src/core/math/field/field.ts';
import { transforms } from '../../src/core/math/field/field-kernel.ts';
import { inverses } from '../../src/core/math/field/inverses.ts';
import { plainTransforms } from '../../src/core/math/field/transform-kernel.ts';
import { Transform } from '../../src/core/math/field/transform.ts';
import { WordField } from '../../src/core/math/field/word-field.ts';

/** A prime below 2^28 with roots of unity of every order up to 2^25. */
export const TRANSFORMED = 167_772_161;

/** Values at N+1..N+n of the polynomials of degree below N, from their values at 1..N. */
export class FastSharing {
  readonly #field: Field<number>;
  readonly #known: number;
  readonly #wanted: number;
  readonly #transform: Transform;
  /** By which each given value is multiplied, and each result. */
  readonly #before: readonly number[];
  readonly #after: readonly number[];
  readonly #reciprocals: Float64Array;

  /** @param field with the roots of unity for a transform of 2N+n entries */
  constructor(field: Field<number>, known: number, wanted: number, kernel = transforms) {
    const length = 2 * known + wanted;
    const transform = Transform.over(field, length, kernel);
    assert(transform !== undefined, `a field with roots of unity for ${length} entries`);
    this.#field = field;
    this.#known = known;
    this.#wanted = wanted;
    this.#transform = transform;
    const factorials = [field.one];
    for (let i = 1; i < known + wanted; i++) factorials.push(field.mul(factorials[i - 1], field.from(i)));
    const inverted = inverses(field, factorials);
    this.#before = Array.from({ length: known }, (_, b) => {
      const weight = field.mul(inverted[b], inverted[known - 1 - b]);
      return (known - 1 - b) % 2 === 0 ? weight : field.neg(weight);
    });
    this.#after = Array.from({ length: wanted }, (_, a) => field.mul(factorials[known + a], inverted[a]));
    const numbers = Array.from({ length: known + wanted - 1 }, (_, s) => field.from(s + 1));
    this.#reciprocals = transform.ready([field.zero, ...inverses(field, numbers)]);
  }

  /** @param values N of them */
  shares(values: readonly number[]): number[] {
    const field = this.#field;
    assert(values.length === this.#known, `${values.length} values for ${this.#known} points`);
    const weighted = values.map((value, b) => field.mul(value, this.#before[b]));
    const from = this.#known;
    const ready = this.#transform.ready(weighted);
    const sums = this.#transform.product(ready, this.#reciprocals, from, from + this.#wanted);
    return sums.map((sum, a) => field.mul(sum, this.#after[a]));
  }
}

/** Multiplications in the field that one element of n clients' shares takes so, with N = l + t. */
export function multiplications(known: number, clients: number): number {
  const field = new WordField(TRANSFORMED);
  let count = 0;
  const counting: Field<number> = {
    modulus: field.modulus,
    zero: field.zero,
    one: field.one,
    from: (value) => field.from(value),
    add: (a, b) => field.add(a, b),
    sub: (a, b) => field.sub(a, b),
    neg: (a) => field.neg(a),
    mul: (a, b) => {
      count++;
      return field.mul(a, b);
    },
    pow: (base, exponent) => field.pow(base, exponent),
    inv: (a) => field.inv(a),
  };
  const sharing = new FastSharing(counting, known, clients, plainTransforms);
  count = 0;
  sharing.shares(Array.from({ length: known }, () => 1));
  return count;
}
