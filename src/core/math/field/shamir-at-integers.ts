/**
 * Secrets from Shamir's shares over a large prime field, at points that are small integers, such as the numbers of parties: the same
 * as in shamir.ts. Weights are products of small integers until the last step.
 */

import { assert } from '../../base/errors.ts';
import { Remembered } from '../../base/remembered.ts';
import { inverses } from './inverses.ts';
import type { PrimeField } from './prime-field.ts';

/** Points are below 2^26, so that the product of two differences is an exact double. */
const MOST_POINTS = 67_108_864;

/** Weights of sets of points that many parties use alike, as all do in a complete graph. */
const MOST_REMEMBERED = 16;

/**
 * The secret, from t shares.
 * @param points distinct, in [1, 2^26)
 */
export function secretAtIntegers(
  field: PrimeField,
  points: readonly number[],
  shares: readonly bigint[],
): bigint {
  const weights = remembered.of(`${field.modulus} ${points.join()}`, () => weightsAtZero(field, points));
  return shares.reduce((sum, share, j) => sum + weights[j] * share, 0n) % field.modulus;
}

const remembered = new Remembered<readonly bigint[]>(MOST_REMEMBERED);

/** Lagrange weights of the values at these points in the value at 0. */
function weightsAtZero(field: PrimeField, points: readonly number[]): bigint[] {
  checkIntegers(points, MOST_POINTS);
  const product = multiplied(points);
  const denominators = points.map((point, j) => {
    // All points but one, each less this one; and this one for the factor that the product has too much.
    const factors = points.map((other, i) => (i === j ? point : other - point));
    return field.from(multiplied(factors));
  });
  return inverses(field, denominators).map((inverse) => (product * inverse) % field.modulus);
}

/** The product of integers below 2^26 in absolute value, two of them at a time as doubles. */
function multiplied(factors: readonly number[]): bigint {
  let product = 1n;
  for (let i = 0; i < factors.length; i += 2) product *= BigInt(factors[i] * (factors[i + 1] ?? 1));
  return product;
}

/** @param most above all points */
export function checkIntegers(points: readonly number[], most: number): void {
  assert(
    points.every((point) => Number.isInteger(point) && point > 0 && point < most),
    'a point of a share is no small positive integer',
  );
  assert(new Set(points).size === points.length, 'two shares have one point');
}
