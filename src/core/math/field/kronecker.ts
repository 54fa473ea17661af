/**
 * Polynomials as integers (Kronecker substitution): a polynomial over a prime field is evaluated at a power
 * of 16 so large that the coefficients of a product do not overlap. One product of integers is then a product
 * of polynomials, and V8 uses Fourier transforms for long integers.
 */

import type { Field } from './field.ts';
import type { Multiplier } from './product.ts';

export class Kronecker<E extends bigint | number> implements Multiplier<E, bigint> {
  readonly #field: Field<E>;
  /** Hexadecimal digits per coefficient of a product. */
  readonly #digits: number;

  /** @param terms the largest number of coefficients of the shorter factor */
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
