/**
 * Products of polynomials by number-theoretic transforms: Fourier transforms in their own field, which has
 * roots of unity of order 2^s for the s that its modulus allows. Forward transforms leave values in
 * bit-reversed order, and inverse ones take them so.
 */

import { log2, powerOfTwo } from '../elementary/index.ts';
import { transforms } from './field-kernel.ts';
import type { Field } from './field.ts';
import type { Multiplier } from './product.ts';
import type { Powers, TransformKernel } from './transform-kernel.ts';
import { rootOfUnity } from './unity.ts';

/** By field, then by the base-2 logarithm of the size. */
const made = new WeakMap<object, Transform[]>();

export class Transform implements Multiplier<number, Float64Array> {
  readonly #field: Field<number>;
  readonly #size: number;
  readonly #kernel: TransformKernel;
  /** 1 / size */
  readonly #scale: number;
  /** Of a root of unity of this order, and of its inverse. */
  readonly #powers: Powers;
  readonly #inverses: Powers;

  private constructor(field: Field<number>, size: number, root: number, kernel: TransformKernel) {
    this.#field = field;
    this.#size = size;
    this.#kernel = kernel;
    this.#scale = field.inv(field.from(size));
    this.#powers = powers(field, root, size >> 1);
    this.#inverses = powers(field, field.inv(root), size >> 1);
  }

  /**
   * For products of this length; undefined if the field has no root of unity for it, or is not on plain
   * numbers.
   * @param kernel the first one that is given for this field and size
   */
  static over<E extends bigint | number>(
    field: Field<E>,
    length: number,
    kernel = transforms,
  ): Transform | undefined {
    if (typeof field.zero !== 'number') return undefined;
    const numbers = field as Field<number>;
    const bits = Math.max(1, Math.ceil(log2(length)));
    if ((field.modulus - 1n) % (1n << BigInt(bits)) !== 0n) return undefined;
    let all = made.get(field);
    if (all === undefined) made.set(field, (all = []));
    if (all[bits] === undefined) {
      const { twos, root } = rootOfUnity(numbers);
      const ownRoot = numbers.pow(root, 1n << BigInt(twos - bits));
      all[bits] = new Transform(numbers, powerOfTwo(bits), ownRoot, kernel);
    }
    return all[bits];
  }

  ready(a: readonly number[]): Float64Array {
    const values = new Float64Array(this.#size);
    values.set(a);
    this.#kernel.transform(values, this.#powers, this.#field);
    return values;
  }

  product(a: Float64Array, b: Float64Array, from: number, to: number): number[] {
    const values = a.slice();
    this.#kernel.multiplyBack(values, b, this.#inverses, this.#field);
    const wanted: number[] = [];
    for (let i = from; i < to; i++) wanted.push(this.#field.mul(values[i], this.#scale));
    return wanted;
  }
}

function powers(field: Field<number>, base: number, count: number): Powers {
  const roots = new Float64Array(count);
  let power = field.one;
  for (let i = 0; i < count; i++, power = field.mul(power, base)) roots[i] = power;
  const p = Number(field.modulus);
  return { roots, quotients: roots.map((root) => root / p) };
}
