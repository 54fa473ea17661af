/**
 * Products of polynomials by number-theoretic transforms: Fourier transforms in their own field, which has
 * roots of unity of order 2^s for the s that its modulus allows. Forward transforms leave values in
 * bit-reversed order, and inverse ones take them so.
 */

import { log2, powerOfTwo } from '../elementary/index.ts';
import type { Field } from './field.ts';
import type { Multiplier } from './product.ts';
import { rootOfUnity } from './unity.ts';

/** By field, then by the base-2 logarithm of the size. */
const made = new WeakMap<object, Transform[]>();

export class Transform implements Multiplier<number, Float64Array> {
  readonly #field: Field<number>;
  readonly #size: number;
  /** The powers of a root of unity of this order, and those of its inverse. */
  readonly #roots: Float64Array;
  readonly #inverses: Float64Array;

  private constructor(field: Field<number>, size: number, root: number) {
    this.#field = field;
    this.#size = size;
    this.#roots = powers(field, root, size >> 1);
    this.#inverses = powers(field, field.inv(root), size >> 1);
  }

  /**
   * For products of this length; undefined if the field has no root of unity for it, or is not on plain
   * numbers.
   */
  static over<E extends bigint | number>(field: Field<E>, length: number): Transform | undefined {
    if (typeof field.zero !== 'number') return undefined;
    const numbers = field as Field<number>;
    const bits = Math.max(1, Math.ceil(log2(length)));
    if ((field.modulus - 1n) % (1n << BigInt(bits)) !== 0n) return undefined;
    let all = made.get(field);
    if (all === undefined) made.set(field, (all = []));
    if (all[bits] === undefined) {
      const { twos, root } = rootOfUnity(numbers);
      all[bits] = new Transform(numbers, powerOfTwo(bits), numbers.pow(root, 1n << BigInt(twos - bits)));
    }
    return all[bits];
  }

  ready(a: readonly number[]): Float64Array {
    const field = this.#field;
    const size = this.#size;
    const roots = this.#roots;
    const values = new Float64Array(size);
    values.set(a);
    for (let half = size >> 1; half > 0; half >>= 1) {
      const step = (size >> 1) / half;
      for (let start = 0; start < size; start += 2 * half) {
        for (let j = 0, at = start; j < half; j++, at++) {
          const one = values[at];
          const other = values[at + half];
          values[at] = field.add(one, other);
          values[at + half] = field.mul(field.sub(one, other), roots[j * step]);
        }
      }
    }
    return values;
  }

  product(a: Float64Array, b: Float64Array, from: number, to: number): number[] {
    const field = this.#field;
    const values = this.#back(a.map((value, i) => field.mul(value, b[i])));
    const scale = field.inv(this.#size);
    return Array.from(values.subarray(from, to), (value) => field.mul(value, scale));
  }

  /** The inverse transform in place, scaled by the size. */
  #back(values: Float64Array): Float64Array {
    const field = this.#field;
    const size = this.#size;
    const inverses = this.#inverses;
    for (let half = 1; half < size; half <<= 1) {
      const step = (size >> 1) / half;
      for (let start = 0; start < size; start += 2 * half) {
        for (let j = 0, at = start; j < half; j++, at++) {
          const one = values[at];
          const other = field.mul(values[at + half], inverses[j * step]);
          values[at] = field.add(one, other);
          values[at + half] = field.sub(one, other);
        }
      }
    }
    return values;
  }
}

function powers(field: Field<number>, base: number, count: number): Float64Array {
  const all = new Float64Array(count);
  let power = field.one;
  for (let i = 0; i < count; i++, power = field.mul(power, base)) all[i] = power;
  return all;
}
