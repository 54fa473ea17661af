import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { secretAtIntegers } from '../../../../src/core/math/field/shamir-at-integers.ts';
import { shamirShares } from '../../../../src/core/math/field/shamir.ts';
import { shamirSecret } from '../../../support/shamir-secret.ts';

describe.each([2n ** 256n + 297n, 2n ** 61n - 1n])('modulo %d', (modulus) => {
  const field = new PrimeField(modulus);
  const point = fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 2 ** 26 - 1 }));
  const coefficients = fc.array(fc.bigInt({ min: 0n, max: modulus - 1n }), { minLength: 1, maxLength: 40 });
  const points = fc.uniqueArray(point, { minLength: 41, maxLength: 50 });

  test('gives the secrets of the field', () => {
    fc.assert(
      fc.property(coefficients, points, (secret, at) => {
        const big = at.map(BigInt);
        const shares = shamirShares(field, secret, big);
        const enough = secret.length;
        expect(secretAtIntegers(field, at.slice(0, enough), shares.slice(0, enough))).toBe(secret[0]);
        // One share fewer gives what the field gives: something else.
        const fewer = Math.max(1, enough - 1);
        expect(secretAtIntegers(field, at.slice(0, fewer), shares.slice(0, fewer))).toBe(
          shamirSecret(field, big.slice(0, fewer), shares.slice(0, fewer)),
        );
      }),
      { numRuns: 60 },
    );
  });

  test.each([[[0, 1]], [[1, 1]], [[1.5, 2]], [[1, 2 ** 26]]])('refuses the points %j', (at) => {
    expect(() => secretAtIntegers(field, at, [1n, 2n])).toThrow('share');
  });
});
