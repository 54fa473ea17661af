/**
 * Polynomials over a prime field: coefficients from the constant term up, without trailing zeros, so the zero
 * polynomial is empty.
 */

import { assert } from '../../base/errors.ts';
import type { Field } from './field.ts';
import { polynomialsOver } from './field-kernel.ts';
import { multiplierFor } from './multiplier.ts';
import type { PolynomialKernel } from './polynomial-kernel.ts';

export type Polynomial<E> = readonly E[];

/** Shorter factors are multiplied term by term. */
export const SHORT = 24;

export class Polynomials<E extends bigint | number> {
  readonly field: Field<E>;
  /** For long polynomials. */
  readonly #kernel: PolynomialKernel<E> | undefined;

  constructor(field: Field<E>) {
    this.field = field;
    this.#kernel = polynomialsOver(field);
  }

  add(a: Polynomial<E>, b: Polynomial<E>): E[] {
    const { field } = this;
    const sum = Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
      field.add(a[i] ?? field.zero, b[i] ?? field.zero),
    );
    return this.trim(sum);
  }

  sub(a: Polynomial<E>, b: Polynomial<E>): E[] {
    const { field } = this;
    const difference = Array.from({ length: Math.max(a.length, b.length) }, (_, i) =>
      field.sub(a[i] ?? field.zero, b[i] ?? field.zero),
    );
    return this.trim(difference);
  }

  mul(a: Polynomial<E>, b: Polynomial<E>): E[] {
    if (a.length === 0 || b.length === 0) return [];
    return Math.min(a.length, b.length) < SHORT ? this.#mulShort(a, b) : this.#mulLong(a, b);
  }

  /** Division of `a` by x - root: the quotient and its value at the root. The remainder is dropped. */
  divideByRoot(a: Polynomial<E>, root: E): { quotient: E[]; value: E } {
    const { field } = this;
    const quotient = Array.from({ length: Math.max(0, a.length - 1) }, () => field.zero);
    let carry = field.zero;
    let value = field.zero;
    for (let i = quotient.length - 1; i >= 0; i--) {
      carry = field.add(a[i + 1], field.mul(carry, root));
      value = field.add(carry, field.mul(value, root));
      quotient[i] = carry;
    }
    return { quotient, value };
  }

  evaluate(a: Polynomial<E>, point: E): E {
    const { field } = this;
    let value = field.zero;
    for (let i = a.length - 1; i >= 0; i--) value = field.add(field.mul(value, point), a[i]);
    return value;
  }

  /** The monic polynomial with these roots. */
  fromRoots(roots: readonly E[]): E[] {
    if (roots.length === 0) return [this.field.one];
    if (roots.length === 1) return [this.field.neg(roots[0]), this.field.one];
    const middle = roots.length >> 1;
    return this.mul(this.fromRoots(roots.slice(0, middle)), this.fromRoots(roots.slice(middle)));
  }

  /** Scaled to a leading coefficient of 1. */
  monic(a: Polynomial<E>): E[] {
    assert(a.length > 0, 'the zero polynomial has no leading coefficient');
    const scale = this.field.inv(a[a.length - 1]);
    return a.map((coefficient) => this.field.mul(coefficient, scale));
  }

  /** Quotient and remainder, by long division. */
  divide(a: Polynomial<E>, b: Polynomial<E>): { quotient: E[]; remainder: E[] } {
    const { field } = this;
    if (this.#kernel !== undefined && b.length >= SHORT && a.length - b.length >= SHORT) {
      const { quotient, remainder } = this.#kernel.divide(a, b);
      return { quotient: this.trim(quotient), remainder: this.trim(remainder) };
    }
    const remainder = [...a];
    const quotient = Array.from({ length: Math.max(0, a.length - b.length + 1) }, () => field.zero);
    const scale = field.inv(b[b.length - 1]);
    for (let shift = quotient.length - 1; shift >= 0; shift--) {
      const factor = field.mul(remainder[shift + b.length - 1], scale);
      quotient[shift] = factor;
      if (factor === field.zero) continue;
      for (let i = 0; i < b.length; i++)
        remainder[shift + i] = field.sub(remainder[shift + i], field.mul(factor, b[i]));
    }
    return { quotient: this.trim(quotient), remainder: this.trim(remainder.slice(0, b.length - 1)) };
  }

  /** The monic greatest common divisor; at least one of the two is not zero. */
  gcd(a: Polynomial<E>, b: Polynomial<E>): E[] {
    let [larger, smaller] = a.length < b.length ? [b, a] : [a, b];
    if (this.#kernel !== undefined && smaller.length >= SHORT)
      return this.monic(this.#kernel.commonDivisor(larger, smaller));
    while (smaller.length > 0) [larger, smaller] = [smaller, this.divide(larger, smaller).remainder];
    return this.monic(larger);
  }

  /** 1 / a modulo x^length, by Newton's iteration; the constant term of `a` is not zero. */
  inverseSeries(a: Polynomial<E>, length: number): E[] {
    const { field } = this;
    let inverse = [field.inv(a[0])];
    for (let known = 1; known < length;) {
      known = Math.min(2 * known, length);
      const product = this.mul(a.slice(0, known), inverse).slice(0, known);
      const correction = this.sub([field.from(2)], product);
      inverse = this.mul(inverse, correction).slice(0, known);
    }
    return inverse;
  }

  /** Drops trailing zeros, in place. */
  trim(a: E[]): E[] {
    while (a.length > 0 && a[a.length - 1] === this.field.zero) a.pop();
    return a;
  }

  #mulShort(a: Polynomial<E>, b: Polynomial<E>): E[] {
    const { field } = this;
    const product = Array.from({ length: a.length + b.length - 1 }, () => field.zero);
    for (let i = 0; i < a.length; i++) {
      for (let j = 0; j < b.length; j++) product[i + j] = field.add(product[i + j], field.mul(a[i], b[j]));
    }
    return this.trim(product);
  }

  #mulLong(a: Polynomial<E>, b: Polynomial<E>): E[] {
    const length = a.length + b.length - 1;
    const by = multiplierFor(this.field, Math.min(a.length, b.length), length);
    return this.trim(by.product(by.ready(a), by.ready(b), 0, length));
  }
}
