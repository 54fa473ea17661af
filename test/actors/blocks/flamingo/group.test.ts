import { expect, test } from 'vitest';
import {
  ENCRYPT_OPERATIONS,
  GROUP_OPERATIONS,
  scalarBytes,
  scalarOf,
  SCALARS,
} from '../../../../actors/blocks/flamingo/group.ts';

test('a scalar has one encoding: none at the order of the group or above, and none of another length', () => {
  const last = SCALARS.modulus - 1n;
  for (const scalar of [0n, 1n, last]) expect(scalarOf(scalarBytes(scalar))).toBe(scalar);
  expect(scalarOf(scalarBytes(last + 1n))).toBeUndefined();
  expect(scalarOf(scalarBytes(last + 2n))).toBeUndefined();
  expect(scalarOf(scalarBytes(1n).subarray(1))).toBeUndefined();
});

test('encrypting takes two multiples of points, and encodes two', () => {
  const { multiple, encoding } = GROUP_OPERATIONS;
  expect(ENCRYPT_OPERATIONS).toBe(multiple + multiple + encoding + encoding);
});
