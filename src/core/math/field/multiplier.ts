/** How long polynomials over a field are multiplied. */

import type { Field } from './field.ts';
import { Kronecker } from './kronecker.ts';
import type { Multiplier } from './product.ts';
import { ResidueTransforms } from './residue-transforms.ts';
import { Transform } from './transform.ts';

/**
 * By Fourier transforms in the field itself if it has the roots of unity, otherwise modulo other primes; as integers in fields too
 * large for that, which takes several times as long.
 * @param terms the largest number of coefficients of the shorter factor
 * @param length the largest length of the product
 */
export function multiplierFor<E extends bigint | number>(
  field: Field<E>,
  terms: number,
  length: number,
): Multiplier<E> {
  const transforms = Transform.over(field, length) ?? ResidueTransforms.over(field, terms, length);
  return (transforms as Multiplier<E> | undefined) ?? new Kronecker(field, terms);
}
