import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Kronecker } from '../../../../src/core/math/field/kronecker.ts';
import { primeAbove } from '../../../../src/core/math/field/primality.ts';
import { fieldOf } from '../../../../src/core/math/field/prime-field-of.ts';
import { transforms } from '../../../../src/core/math/field/field-kernel.ts';
import { ResidueTransforms } from '../../../../src/core/math/field/residue-transforms.ts';
import { plainTransforms } from '../../../../src/core/math/field/transform-kernel.ts';
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

test('transforms in WebAssembly are those in plain TypeScript', () => {
  expect(transforms, 'run npm run build first').not.toBe(plainTransforms);
  const field = new WideField(primeAbove(1n << 49n, 20));
  const p = Number(field.modulus);
  const length = 2 ** 8;
  const element = fc.oneof(fc.integer({ min: 0, max: p - 1 }), fc.constantFrom(0, 1, p - 1));
  const vector = fc.array(element, { minLength: length, maxLength: length });
  fc.assert(
    fc.property(vector, vector, vector, (values, others, roots) => {
      const powers = { roots: Float64Array.from(roots), quotients: Float64Array.from(roots, (x) => x / p) };
      const [fast, plain] = [transforms, plainTransforms].map((kernel) => {
        const one = Float64Array.from(values);
        kernel.transform(one, powers, field);
        const forth = one.slice();
        kernel.multiplyBack(one, Float64Array.from(others), powers, field);
        return [forth, one];
      });
      expect(fast).toEqual(plain);
    }),
  );
});

test.each([2n, 257n, primeAbove(1n << 27n), primeAbove(142n ** 5n), primeAbove((1n << 49n) - 100n)])(
  'products modulo %d by transforms modulo other primes are those of integers',
  (modulus) => {
    const field = new WideField(modulus);
    const largest = Number(modulus) - 1;
    const element = fc.oneof(fc.integer({ min: 0, max: largest }), fc.constant(largest));
    const factor = fc.array(element, { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(factor, factor, fc.nat(50), fc.nat(50), (a, b, from, count) => {
        const [terms, length] = [Math.min(a.length, b.length), a.length + b.length - 1];
        const to = Math.min(length, from + count);
        const first = Math.min(from, to);
        const integers = new Kronecker(field, terms);
        const others = ResidueTransforms.over(field, terms, length);
        expect(others?.product(others.ready(a), others.ready(b), first, to)).toEqual(
          integers.product(integers.ready(a), integers.ready(b), first, to),
        );
      }),
    );
  },
);

test('there are no transforms modulo other primes for large fields, big integers and long products', () => {
  expect(ResidueTransforms.over(new WideField(primeAbove(1n << 49n)), 10, 20)).toBeUndefined();
  expect(ResidueTransforms.over(fieldOf((1n << 61n) - 1n), 10, 20)).toBeUndefined();
  expect(ResidueTransforms.over(new WordField(257), 10, 2 ** 24 + 1)).toBeUndefined();
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
