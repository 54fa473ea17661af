/** How long polynomials are multiplied over a field. */

import type { Field } from './field.ts';
import { Kronecker } from './kronecker.ts';
import type { Multiplier } from './product.ts';
import { Transform } from './transform.ts';

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
