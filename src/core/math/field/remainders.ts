/** Repeated remainders modulo one polynomial, as for powers (Barrett's method, on polynomials). */

import { multiplierFor } from './multiplier.ts';
import type { Multiplier } from './product.ts';
import { type Polynomial, type Polynomials, SHORT } from './polynomials.ts';

export class Remainders<E extends bigint | number> {
  readonly modulus: Polynomial<E>;
  readonly #ring: Polynomials<E>;
  readonly #degree: number;
  readonly #long:
    | { readonly by: Multiplier<E>; readonly inverse: unknown; readonly modulus: unknown }
    | undefined;

  /** @param modulus monic, of degree at least 1 */
  constructor(ring: Polynomials<E>, modulus: Polynomial<E>) {
    this.modulus = modulus;
    this.#ring = ring;
    this.#degree = modulus.length - 1;
    if (modulus.length < SHORT) return;
    const by = multiplierFor(ring.field, modulus.length, 2 * modulus.length);
    const inverse = ring.inverseSeries(modulus.toReversed(), this.#degree);
    this.#long = { by, inverse: by.ready(inverse), modulus: by.ready(modulus) };
  }

  /** The remainder of any polynomial. */
  of(a: Polynomial<E>): E[] {
    const ring = this.#ring;
    const degree = this.#degree;
    const length = a.length - degree;
    if (length <= 0) return [...a];
    if (this.#long === undefined) return ring.divide(a, this.modulus).remainder;
    if (length > degree) {
      const rest = length - degree;
      return this.of([...a.slice(0, rest), ...this.of(a.slice(rest))]);
    }
    const { by, inverse, modulus } = this.#long;
    // The quotient's coefficients, the highest first, follow from the highest ones of the dividend.
    const high = a.slice(degree).toReversed();
    const quotient = by.product(by.ready(high), inverse, 0, length).toReversed();
    const back = by.product(by.ready(quotient), modulus, 0, degree);
    const { field } = ring;
    return ring.trim(back.map((coefficient, i) => field.sub(a[i], coefficient)));
  }

  /** The square of a remainder. */
  square(a: Polynomial<E>): E[] {
    if (this.#long === undefined || a.length < SHORT) return this.of(this.#ring.mul(a, a));
    const { by } = this.#long;
    const ready = by.ready(a);
    return this.of(by.product(ready, ready, 0, 2 * a.length - 1));
  }

  /** (x + shift)^exponent */
  power(shift: E, exponent: bigint): E[] {
    const ring = this.#ring;
    const { field } = ring;
    let result: E[] = this.of([field.one]);
    for (const bit of exponent.toString(2)) {
      result = this.square(result);
      if (bit === '0') continue;
      const scaled = result.map((coefficient) => field.mul(coefficient, shift));
      result = this.of(ring.add([field.zero, ...result], scaled));
    }
    return result;
  }
}
