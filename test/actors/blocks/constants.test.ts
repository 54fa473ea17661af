import { expect, test } from 'vitest';
import { SCALARS } from '../../../actors/blocks/flamingo/group.ts';
import { SHARE_FIELD } from '../../../actors/blocks/secagg/shares.ts';
import { FIELD64, FIELD128 } from '../../../actors/blocks/vdaf/field.ts';
import { isPrime } from '../../../src/core/math/field/primality.ts';

test('the moduli that fields take as known to be prime are', () => {
  expect([SCALARS, SHARE_FIELD, FIELD64, FIELD128].map(({ modulus }) => isPrime(modulus))).toEqual(
    Array(4).fill(true),
  );
});
