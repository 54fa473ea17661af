/**
 * Shamir's secret sharing of one value (1979): a polynomial of degree t-1 with the secret at 0, and a share
 * at each party's point.
 */

import { CahootsError } from '../../base/errors.ts';
import { provenance } from '../../base/provenance.ts';
import type { Field } from './field.ts';

/**
 * The shares at `points`.
 * @param coefficients the secret, then t-1 uniform elements
 * @param points distinct and not zero, at least t of them
 * @throws CahootsError
 */
export function shamirShares<E>(field: Field<E>, coefficients: readonly E[], points: readonly E[]): E[] {
  checkPoints(field, points);
  if (points.length < coefficients.length) {
    throw new CahootsError(
      'bad-input',
      `expected at least ${coefficients.length} parties, as many as reconstruct, got ${points.length}`,
    );
  }
  return points.map((point) => {
    const share = coefficients.reduceRight(
      (value, coefficient) => field.add(field.mul(value, point), coefficient),
      field.zero,
    );
    provenance?.shared(coefficients, share);
    return share;
  });
}

function checkPoints<E>(field: Field<E>, points: readonly E[]): void {
  const seen = new Set<E>([field.zero]);
  for (const point of points) {
    if (seen.has(point))
      throw new CahootsError('bad-input', `expected distinct points other than 0, got ${point}`);
    seen.add(point);
  }
}
