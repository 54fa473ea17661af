/** The field of a prime: on plain numbers where it fits, on bigints where not. */

import type { Field } from './field.ts';
import { PrimeField } from './prime-field.ts';
import { WIDE_BITS, WideField } from './wide-field.ts';

/** A field whose elements code over both kinds takes and gives. */
export type AnyField = Field<bigint | number>;

const known = new Map<bigint, AnyField>();

/** Kept for each modulus, as thousands of bits take long to be tested. Elements of one field must not get into another. */
export function fieldOf(modulus: bigint): AnyField {
  let field = known.get(modulus);
  if (field === undefined) {
    const wide = modulus < 1n << BigInt(WIDE_BITS);
    field = (wide ? new WideField(modulus) : new PrimeField(modulus)) as AnyField;
    known.set(modulus, field);
  }
  return field;
}
