/** Sums over any field, term by term. */

import type { Field } from '../../src/core/math/field/field.ts';

export function total<E>(field: Field<E>, terms: readonly E[]): E {
  return terms.reduce((sum, term) => field.add(sum, term), field.zero);
}

export function dot<E>(field: Field<E>, a: readonly E[], b: readonly E[]): E {
  return total(
    field,
    a.map((value, c) => field.mul(value, b[c])),
  );
}
