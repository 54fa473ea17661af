/** How long polynomials are multiplied: what is multiplied again and again is made ready once. */

import type { Field } from './field.ts';
import { Kronecker } from './kronecker.ts';
import { Transform } from './transform.ts';

/** `P`: a polynomial that is made ready. */
export interface Multiplier<E, P = unknown> {
  ready(a: readonly E[]): P;
  /** The coefficients of the product from number `from` on, up to `to`. */
  product(a: P, b: P, from: number, to: number): E[];
}

/**
 * By Fourier transforms in the field itself where it has the roots of unity, else as integers: several times as long.
 * @param terms how many coefficients the shorter factor has at most
 * @param length of the product at most
 */
export function multiplierFor<E extends bigint | number>(
  field: Field<E>,
  terms: number,
  length: number,
): Multiplier<E> {
  return (Transform.over(field, length) as Multiplier<E> | undefined) ?? new Kronecker(field, terms);
}
