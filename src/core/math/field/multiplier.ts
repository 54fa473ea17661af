/** How long polynomials over a field are multiplied. */

import type { Field } from './field.ts';
import { Kronecker } from './kronecker.ts';
import type { Multiplier } from './product.ts';
import { Transform } from './transform.ts';

/**
 * By Fourier transforms in the field itself if it has the roots of unity, otherwise as integers, which takes
 * several times as long.
 * @param terms the largest number of coefficients of the shorter factor
 * @param length the largest length of the product
 */
export function multiplierFor<E extends bigint | number>(
  field: Field<E>,
  terms: number,
  length: number,
): Multiplier<E> {
  return (Transform.over(field, length) as Multiplier<E> | undefined) ?? new Kronecker(field, terms);
}
