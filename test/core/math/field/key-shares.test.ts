import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEY_FIELD, KEY_SHARE_BYTES, keyShares } from '../../../../src/core/math/field/key-shares.ts';
import { shamirShares } from '../../../../src/core/math/field/shamir.ts';

const P = KEY_FIELD.modulus;
const MOST = 3 * 2 ** 22 - 1;

function bytesOf(value: bigint, length = KEY_SHARE_BYTES): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex'));
}

/** Elements at the ends of what limbs and the modulus hold, and any others. */
const element = fc.oneof(
  fc.constantFrom(
    0n,
    1n,
    296n,
    297n,
    P - 1n,
    P - 297n,
    2n ** 256n - 1n,
    2n ** 256n,
    2n ** 240n,
    2n ** 24n - 1n,
  ),
  fc.bigInt({ min: 0n, max: P - 1n }),
);
const point = fc.oneof(fc.constantFrom(1, 2, 297, MOST), fc.integer({ min: 1, max: MOST }));

test('gives the shares of the field', () => {
  fc.assert(
    fc.property(
      fc.array(element, { minLength: 1, maxLength: 40 }),
      fc.uniqueArray(point, { minLength: 41, maxLength: 50 }),
      (coefficients, points) => {
        const shares = shamirShares(KEY_FIELD, coefficients, points.map(BigInt));
        const own = keyShares(
          coefficients.map((one) => bytesOf(one)),
          points,
        );
        expect(Buffer.from(own).toString('hex')).toBe(
          Buffer.concat(shares.map((share) => bytesOf(share))).toString('hex'),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('a shorter vector is the same number', () => {
  const shares = keyShares([bytesOf(7n, 32), bytesOf(5n)], [1, 2]);
  expect(shares).toEqual(keyShares([bytesOf(7n), bytesOf(5n)], [1, 2]));
  expect(shares.slice(0, KEY_SHARE_BYTES)).toEqual(bytesOf(12n));
});

test.each([[[0, 1]], [[1, 1]], [[1.5, 2]], [[1, MOST + 1]]])('refuses the points %j', (points) => {
  expect(() => keyShares([bytesOf(1n), bytesOf(2n)], points)).toThrow('share');
});

test('refuses fewer points than reconstruct', () => {
  expect(() => keyShares([bytesOf(1n), bytesOf(2n)], [1])).toThrow('fewer parties');
});
