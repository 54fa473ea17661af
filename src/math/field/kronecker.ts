/**
 * Polynomials as integers (Kronecker's substitution): a polynomial over a prime field is its value at a power of 16 so
 * large that the coefficients of a product do not touch. One product of integers is a product of polynomials, and V8 takes
 * Fourier transforms to long integers.
 */

import type { Field } from './field.ts';
import type { Multiplier } from './product.ts';

export class Kronecker<E extends bigint | number> implements Multiplier<E, bigint> {
  readonly #field: Field<E>;
  /** Hexadecimal digits for a coefficient of a product. */
  readonly #digits: number;

  /** @param terms how many coefficients the shorter factor has at most */
  constructor(field: Field<E>, terms: number) {
    this.#field = field;
    this.#digits = (field.modulus * field.modulus * BigInt(terms)).toString(16).length;
  }

  ready(a: readonly E[]): bigint {
    if (a.length === 0) return 0n;
    let text = '0x';
    for (let i = a.length - 1; i >= 0; i--) text += a[i].toString(16).padStart(this.#digits, '0');
    return BigInt(text);
  }

  product(a: bigint, b: bigint, from: number, to: number): E[] {
    const digits = this.#digits;
    const text = (a * b).toString(16).padStart(to * digits, '0');
    return Array.from({ length: to - from }, (_, i) => {
      const end = text.length - (from + i) * digits;
      return this.#field.from(BigInt(`0x${text.slice(end - digits, end)}`));
    });
  }
}
