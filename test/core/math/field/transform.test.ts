import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Kronecker } from '../../../../src/core/math/field/kronecker.ts';
import { primeAbove } from '../../../../src/core/math/field/primality.ts';
import { fieldOf } from '../../../../src/core/math/field/prime-field-of.ts';
import { Transform } from '../../../../src/core/math/field/transform.ts';
import { WideField } from '../../../../src/core/math/field/wide-field.ts';
import { WordField } from '../../../../src/core/math/field/word-field.ts';

const FIELDS = [new WordField(257), new WordField(65_537), new WideField(primeAbove(1n << 49n, 20))];

test.each(FIELDS)('products by transforms modulo $modulus are those of integers', (field) => {
  const element = fc.integer({ min: 0, max: Number(field.modulus) - 1 });
  const factor = fc.array(element, { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(factor, factor, fc.nat(50), fc.nat(50), (a, b, from, count) => {
      const length = a.length + b.length - 1;
      const to = Math.min(length, from + count);
      const integers = new Kronecker(field, Math.min(a.length, b.length));
      const transform = Transform.over(field, length);
      const first = Math.min(from, to);
      expect(transform?.product(transform.ready(a), transform.ready(b), first, to)).toEqual(
        integers.product(integers.ready(a), integers.ready(b), first, to),
      );
    }),
  );
});

test('a field without roots of unity of that order has no transform', () => {
  const field = new WordField(257);
  expect(Transform.over(field, 256)).toBeDefined();
  expect(Transform.over(field, 257)).toBeUndefined();
  expect(Transform.over(fieldOf((1n << 61n) - 1n), 2)).toBeUndefined();
});

test('a transform is made once for a field', () => {
  const field = new WordField(257);
  expect(Transform.over(field, 100)).toBe(Transform.over(field, 128));
});
