import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { integerVector } from '../../../../src/core/math/field/integer-power-sums.ts';
import { Polynomials } from '../../../../src/core/math/field/polynomials.ts';
import { manyPowerSums } from '../../../../src/core/math/field/many-power-sums.ts';
import { powerSums, sparseVector } from '../../../../src/core/math/field/power-sums.ts';
import { fieldOf } from '../../../../src/core/math/field/prime-field-of.ts';
import { isPrime, primeAbove } from '../../../../src/core/math/field/primality.ts';
import { Remainders } from '../../../../src/core/math/field/remainders.ts';
import { distinctRoots } from '../../../../src/core/math/field/roots.ts';
import { solveManyPowerSums } from '../../../../src/core/math/field/vandermonde.ts';
import { WideField } from '../../../../src/core/math/field/wide-field.ts';

const PRIMES = [
  3n,
  13n,
  257n,
  65_537n,
  (1n << 31n) - 1n,
  primeAbove(1n << 49n, 20),
  (1n << 61n) - 1n,
  10n ** 24n + 7n,
].concat([primeAbove(1n << 200n)]);

describe.each(PRIMES)('modulo %d', (p) => {
  const field = fieldOf(p);
  const ring = new Polynomials(field);
  const element = fc.bigInt({ min: 0n, max: p - 1n }).map((value) => field.from(value));
  const polynomial = (max: number) => fc.array(element, { maxLength: max }).map((a) => ring.trim(a));
  const different = (max: number) =>
    fc.uniqueArray(element, { minLength: 1, maxLength: Math.min(max, Number(p < 1000n ? p : 1000n)) });

  test('long products of polynomials are those term by term', () => {
    fc.assert(
      fc.property(polynomial(70), polynomial(70), (a, b) => {
        const point = field.from(7);
        const product = ring.mul(a, b);
        expect(product).toHaveLength(a.length === 0 || b.length === 0 ? 0 : a.length + b.length - 1);
        expect(ring.evaluate(product, point)).toEqual(
          field.mul(ring.evaluate(a, point), ring.evaluate(b, point)),
        );
        const [first, second] = [ring.mul(a.slice(0, 20), b), ring.mul(ring.trim(a.slice(20)), b)];
        const shifted =
          second.length === 0 ? [] : [...Array.from({ length: 20 }, () => field.zero), ...second];
        expect(ring.add(ring.trim(first), shifted)).toEqual(product);
      }),
      { numRuns: 30 },
    );
  });

  test('quotient and remainder give the dividend back, and fast remainders are the same', () => {
    fc.assert(
      fc.property(polynomial(90), polynomial(50), (a, tail) => {
        const divisor = [field.from(2), ...tail, field.one];
        const { quotient, remainder } = ring.divide(a, divisor);
        expect(ring.add(ring.mul(quotient, divisor), remainder)).toEqual(a);
        expect(remainder.length).toBeLessThan(divisor.length);
        expect(new Remainders(ring, divisor).of(a)).toEqual(remainder);
      }),
      { numRuns: 30 },
    );
  });

  test('the greatest common divisor of two products is what they have in common', () => {
    fc.assert(
      fc.property(different(12), fc.nat(12), fc.nat(12), (roots, i, j) => {
        const [low, high] = [Math.min(i, j), Math.max(i, j)];
        const a = ring.fromRoots(roots.slice(0, high));
        const b = ring.fromRoots(roots.slice(low));
        expect(ring.gcd(a, b)).toEqual(ring.fromRoots(roots.slice(low, high)));
      }),
      { numRuns: 30 },
    );
  });

  test('all different roots are found, and nothing else has roots', () => {
    const sorted = (values: readonly (bigint | number)[]): bigint[] =>
      values.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
    fc.assert(
      fc.property(different(60), (roots) => {
        const product = ring.fromRoots(roots);
        expect(sorted(distinctRoots(ring, product) ?? [])).toEqual(sorted(roots));
        expect(distinctRoots(ring, ring.mul(product, ring.fromRoots([roots[0]])))).toBeUndefined();
        // x^2 - c for a c that is no square.
        let c = field.from(2);
        while (field.pow(c, (p - 1n) / 2n) === field.one) c = field.add(c, field.one);
        const irreducible = [field.neg(c), field.zero, field.one];
        expect(distinctRoots(ring, ring.mul(product, irreducible))).toBeUndefined();
      }),
      { numRuns: 12 },
    );
  });

  test('systems of power sums are solved', () => {
    fc.assert(
      fc.property(different(20), fc.array(element, { minLength: 20, maxLength: 20 }), (nodes, values) => {
        const entries = nodes.map((index, j) => ({ index, value: values[j] }));
        const sums = powerSums(field, entries, nodes.length);
        expect(solveManyPowerSums(field, nodes, [sums])).toEqual([values.slice(0, nodes.length)]);
      }),
      { numRuns: 30 },
    );
  });

  test('a sparse vector comes back from twice as many sums as it has entries', () => {
    const nonZero = element.filter((value) => value !== field.zero);
    fc.assert(
      fc.property(
        different(12),
        fc.array(nonZero, { minLength: 12, maxLength: 12 }),
        fc.nat(3),
        (indices, values, more) => {
          const entries = indices
            .map((index, j) => ({ index, value: values[j] }))
            .toSorted((a, b) => (a.index < b.index ? -1 : 1));
          const sums = powerSums(field, entries, 2 * (entries.length + more));
          expect(sparseVector(field, sums)).toEqual(entries);
        },
      ),
      { numRuns: 30 },
    );
  });
});

test('the wide field multiplies as integers do, up to its largest elements', () => {
  for (const p of [2n, 3n, 65_537n, primeAbove(1n << 49n), primeAbove((1n << 50n) - 100_000n)]) {
    const field = new WideField(p);
    const element = fc.oneof(
      fc.bigInt({ min: 0n, max: p - 1n }),
      fc.bigInt({ min: 0n, max: 9n }).map((less) => (less < p ? p - 1n - less : 0n)),
    );
    fc.assert(
      fc.property(element, element, (a, b) => {
        expect(BigInt(field.mul(Number(a), Number(b)))).toBe((a * b) % p);
        expect(BigInt(field.add(Number(a), Number(b)))).toBe((a + b) % p);
        expect(BigInt(field.sub(Number(a), Number(b)))).toBe((a - b + p) % p);
      }),
      { numRuns: 1000 },
    );
  }
});

test('many systems are solved, with transforms and without', () => {
  // 2^20 divides the one's p - 1; the other has no root of unity for a product of long polynomials.
  for (const p of [(1n << 50n) - 39n * (1n << 20n) + 1n, primeAbove(1n << 49n, 20)]) {
    const field = new WideField(p);
    const key = (i: number): number => field.from(BigInt(i + 1) ** 9n);
    for (const m of [1, 2, 5, 23, 24, 33, 300]) {
      const nodes = Array.from({ length: m }, (_, j) => (j === 0 ? 0 : key(j)));
      const unknowns = [1, 2, 3].map((r) => nodes.map((_, j) => key(r * 1000 + j)));
      const sums = unknowns.map((values) => {
        const entries = nodes.map((index, j) => ({ index, value: values[j] }));
        return powerSums(field, entries, m);
      });
      expect(solveManyPowerSums(field, nodes, sums)).toEqual(unknowns);
    }
    expect(solveManyPowerSums(field, [], [[], []])).toEqual([[], []]);
  }
});

test('a prime above a bound is the smallest of its form', () => {
  const naive = (bound: bigint, step: bigint): bigint => {
    for (let candidate = bound + 1n; ; candidate++) {
      if (candidate % step === 1n % step && isPrime(candidate)) return candidate;
    }
  };
  for (let bound = 0n; bound < 300n; bound++) expect(primeAbove(bound)).toBe(naive(bound, 1n));
  for (const bound of [1n << 40n, 10n ** 30n]) {
    expect(primeAbove(bound)).toBe(naive(bound, 1n));
    expect(primeAbove(bound, 6)).toBe(naive(bound, 64n));
  }
});

describe('exact power sums of integers', () => {
  const entries = fc
    .uniqueArray(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 1000n })), {
      maxLength: 6,
      selector: ([index]) => index,
    })
    .map((pairs) =>
      pairs.map(([index, value]) => ({ index, value })).toSorted((a, b) => (a.index < b.index ? -1 : 1)),
    );
  const sumsOf = (vector: readonly { index: bigint; value: bigint }[], count: number): bigint[] =>
    Array.from({ length: count }, (_, i) =>
      vector.reduce((sum, { index, value }) => sum + value * index ** BigInt(i), 0n),
    );

  test('give the vector back', () => {
    fc.assert(
      fc.property(entries, fc.nat(2), (vector, more) => {
        const sums = sumsOf(vector, 2 * (vector.length + more));
        expect(integerVector(sums, 10n ** 12n)).toEqual(vector);
      }),
    );
  });

  test('of neighbours, of the first and of the last index come apart', () => {
    const vector = [1n, 2n, 3n, 99n, 100n].map((index) => ({ index, value: index }));
    expect(integerVector(sumsOf(vector, 10), 100n)).toEqual(vector);
    expect(integerVector(sumsOf(vector, 10), 99n)).toBeUndefined();
  });

  test('that are made up, or of one entry too many, are refused', () => {
    fc.assert(
      fc.property(entries, fc.nat(11), fc.bigInt({ min: 1n, max: 9n }), (vector, at, change) => {
        const sums = sumsOf(vector, 12);
        sums[at] += change;
        // A change of S_1 alone is a vector too only where one entry at index 0 is meant, which there is not.
        expect(integerVector(sums, 10n ** 12n)).not.toEqual(vector);
      }),
    );
    const seven = [1n, 2n, 3n, 4n, 5n, 6n, 7n].map((index) => ({ index, value: 1n }));
    expect(integerVector(sumsOf(seven, 12), 100n)).toBeUndefined();
  });
});

test.each([0, 1, 63, 64, 65, 300])(
  'power sums of several vectors at %d indices are those of each, however many are asked for',
  (size) => {
    const field = new WideField(primeAbove(1n << 49n, 20));
    const random = new Random(size).stream('entries');
    const element = (): number => random.integer(2 ** 31) * 2 ** 17 + random.integer(2 ** 17);
    const indices = Array.from({ length: size }, () => 1 + element());
    const values = Array.from({ length: 3 }, () => indices.map(element));
    for (const counts of [
      [1, 1, 0],
      [130, 65, 65],
      [1100, 513, 512],
    ]) {
      const expected = values.map((own, r) =>
        powerSums(
          field,
          indices.map((index, j) => ({ index, value: own[j] })),
          counts[r],
        ),
      );
      expect(manyPowerSums(field, indices, values, counts)).toEqual(expected);
    }
  },
);
