import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../../../src/core/math/field/field.ts';
import { largestModuli, MAX_MODULI, moduliAbove } from '../../../../src/core/math/field/moduli.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { isPrime } from '../../../../src/core/math/field/primality.ts';
import { WideField } from '../../../../src/core/math/field/wide-field.ts';
import { mulMod, reduceMod, WordField } from '../../../../src/core/math/field/word-field.ts';

const word = largestModuli(1)[0];

const fields: [string, Field<bigint> | Field<number>][] = [
  ['bigint modulo 2', new PrimeField(2n)],
  ['bigint modulo 97', new PrimeField(97n)],
  ['bigint modulo 2^61-1', new PrimeField(2n ** 61n - 1n)],
  ['bigint modulo 2^255-19', new PrimeField(2n ** 255n - 19n)],
  ['words modulo 2', new WordField(2)],
  ['words modulo 97', new WordField(97)],
  ['words modulo the largest prime', new WordField(word)],
  ['two words modulo 2', new WideField(2n)],
  ['two words modulo 97', new WideField(97n)],
  ['two words modulo 2^50-27', new WideField(2n ** 50n - 27n)],
];

describe.each(fields)('the field of %s', (_, field) => {
  laws(field as Field<bigint>);
});

function laws<E>(field: Field<E>): void {
  const p = field.modulus;
  const element = fc.oneof(fc.constantFrom(0n, 1n, p - 1n), fc.bigInt(0n, p - 1n)).map((x) => field.from(x));
  const holds = (law: (a: E, b: E, c: E) => void): void =>
    fc.assert(fc.property(element, element, element, law));

  test('addition is a commutative group', () => {
    holds((a, b, c) => {
      expect(field.add(a, b)).toBe(field.add(b, a));
      expect(field.add(field.add(a, b), c)).toBe(field.add(a, field.add(b, c)));
      expect(field.add(a, field.zero)).toBe(a);
      expect(field.add(a, field.neg(a))).toBe(field.zero);
      expect(field.sub(a, b)).toBe(field.add(a, field.neg(b)));
    });
  });

  test('multiplication is commutative, associative and distributes', () => {
    holds((a, b, c) => {
      expect(field.mul(a, b)).toBe(field.mul(b, a));
      expect(field.mul(field.mul(a, b), c)).toBe(field.mul(a, field.mul(b, c)));
      expect(field.mul(a, field.add(b, c))).toBe(field.add(field.mul(a, b), field.mul(a, c)));
      expect(field.mul(a, field.one)).toBe(a);
    });
  });

  test('zero has no inverse, and every other element has one; Fermat holds', () => {
    expect(() => field.inv(field.zero)).toThrow('zero has no inverse');
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(1n, p - 1n), fc.bigInt(1n, p - 1n)), (x) => {
        const a = field.from(x);
        expect(field.mul(a, field.inv(a))).toBe(field.one);
        expect(field.pow(a, p - 1n)).toBe(field.one);
      }),
    );
  });

  test('negative integers wrap, and products agree with integers', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (x, y) => {
        expect(field.mul(field.from(x), field.from(y))).toBe(field.from(x * y));
        expect(field.add(field.from(x), field.from(-x))).toBe(field.zero);
      }),
    );
  });
}

test('word arithmetic agrees with bigint at the edges of 28 bits and of 2^53', () => {
  const edges = [0, 1, 2, word - 2, word - 1, (word - 1) / 2, (word + 1) / 2];
  for (const a of edges) {
    for (const b of edges) {
      expect(mulMod(a, b, word, 1 / word)).toBe(Number((BigInt(a) * BigInt(b)) % BigInt(word)));
    }
  }
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(word, 2, 3, 97, 65_537), (x, p) => {
      expect(reduceMod(x, p, 1 / p)).toBe(new WordField(p).from(x));
    }),
  );
});

test('composite and too large moduli are refused', () => {
  expect(() => new PrimeField(91n)).toThrow('expected a prime modulus, got 91');
  expect(() => new PrimeField(1n)).toThrow('expected a prime modulus');
  expect(() => new WordField(91)).toThrow('expected a prime modulus below 2^28, got 91');
  expect(() => new WordField(268_435_459)).toThrow('below 2^28');
});

test('primality agrees with trial division and knows pseudoprimes and large primes', () => {
  const byDivision = (n: number): boolean => {
    for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
    return n > 1;
  };
  for (let n = 0; n < 3000; n++) expect(isPrime(BigInt(n)), `${n}`).toBe(byDivision(n));
  expect(isPrime(3_215_031_751n)).toBe(false); // a strong pseudoprime to 2, 3, 5 and 7
  expect(isPrime(2n ** 127n - 1n)).toBe(true);
  expect(isPrime((2n ** 61n - 1n) * (2n ** 31n - 1n))).toBe(false);
});

test('moduli are the largest primes below 2^28, and just enough of them', () => {
  const three = largestModuli(3);
  expect(three[0]).toBe(268_435_399);
  expect(three.every((p, i) => isPrime(BigInt(p)) && p < (three[i - 1] ?? 2 ** 28))).toBe(true);
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 1700n), (bound) => {
      const moduli = moduliAbove(bound);
      const product = (primes: readonly number[]): bigint => primes.reduce((all, p) => all * BigInt(p), 1n);
      expect(product(moduli) > bound).toBe(true);
      expect(moduli.length === 1 || product(moduli.slice(0, -1)) <= bound).toBe(true);
    }),
  );
  expect(() => moduliAbove(2n ** 1792n)).toThrow('expected values below');
  expect(largestModuli(MAX_MODULI)).toHaveLength(MAX_MODULI);
});
