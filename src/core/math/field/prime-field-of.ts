/** The field of a prime: on plain numbers if it is small enough, otherwise on bigints. */

import type { Field } from './field.ts';
import { PrimeField } from './prime-field.ts';
import { WIDE_BITS, WideField } from './wide-field.ts';

/** A field in which generic code can compute with elements of either kind. */
export type AnyField = Field<bigint | number>;

const known = new Map<bigint, AnyField>();

/**
 * Cached per modulus, since testing thousands of bits takes long. Elements of one field must not get into
 * another.
 */
export function fieldOf(modulus: bigint): AnyField {
  let field = known.get(modulus);
  if (field === undefined) {
    const wide = modulus < 1n << BigInt(WIDE_BITS);
    field = (wide ? new WideField(modulus) : new PrimeField(modulus)) as AnyField;
    known.set(modulus, field);
  }
  return field;
}
