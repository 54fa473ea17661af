import type { Field } from '../../src/core/math/field/field.ts';
import { lagrangeBasis } from '../../src/core/math/field/lagrange.ts';

/** The secret of Shamir's sharing over any field, from t shares at distinct points: what faster ways are compared with. */
export function shamirSecret<E>(field: Field<E>, points: readonly E[], shares: readonly E[]): E {
  const [weights] = lagrangeBasis(field, points, [field.zero]);
  return shares.reduce((sum, share, j) => field.add(sum, field.mul(weights[j], share)), field.zero);
}
