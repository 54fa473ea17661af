/** Linear combinations and Lagrange codes over vectors modulo primes of all sizes, with bigints as the judge. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearCombinations } from '../../../../src/core/math/field/linear-combinations.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';
import { fieldOf } from '../../../../src/core/math/field/prime-field-of.ts';
import { primeAbove } from '../../../../src/core/math/field/primality.ts';
import { VectorCode } from '../../../../src/core/math/field/vector-code.ts';

/** Words for the kernel, one word and two for residue numbers, and beyond. */
const PRIMES = [
  11n,
  97n,
  primeAbove(1n << 27n),
  primeAbove(1n << 29n),
  primeAbove(1n << 31n),
  primeAbove(1n << 32n),
  (1n << 50n) - 27n,
  primeAbove(1n << 53n),
  (1n << 61n) - 1n,
  (1n << 521n) - 1n,
];

/** Uniform vectors of this many elements. */
function drawn(vectors: ModularVectors, count: number, length: number, seed: number): Uint32Array[] {
  return Array.from({ length: count }, (_, i) =>
    vectors.uniform(new Uint8Array(32).fill(1).with(0, seed).with(1, i), length),
  );
}

describe.each(PRIMES)('modulo %d', (modulus) => {
  const vectors = new ModularVectors(modulus);
  const field = fieldOf(modulus);

  test('combinations are those of bigints', () => {
    const inputs = drawn(vectors, 5, 7, 1);
    const factors = drawn(vectors, 3, 5, 2).map((vector) => vectors.toBigints(vector));
    const weights = factors.map((row) => row.map((value) => field.from(value)));
    const elements = inputs.map((input) => vectors.toBigints(input));
    const expected = factors.map((row) =>
      elements[0].map((_, i) => row.reduce((sum, w, b) => sum + w * elements[b][i], 0n) % modulus),
    );
    const outputs = linearCombinations(modulus, weights, inputs);
    expect(outputs.map((output) => vectors.toBigints(output))).toEqual(expected);
  });

  test('any l + t shares decode the segments, and the sum of shares the sum of segments', () => {
    const code = new VectorCode({ n: 5, l: 2, t: 1 }, modulus);
    const parties = [0, 1, 2, 3, 4];
    const [one, other] = [drawn(vectors, 3, 4, 3), drawn(vectors, 3, 4, 4)];
    const [first, second] = [code.encode(one, parties), code.encode(other, parties)];
    second.forEach((share, j) => vectors.add(share, first[j]));
    const sums = one.slice(0, 2).map((segment, k) => {
      const sum = segment.slice();
      vectors.add(sum, other[k]);
      return vectors.toBigints(sum);
    });
    for (const holders of [
      [0, 1, 2],
      [4, 1, 3],
    ]) {
      const decoded = code.decode(new Map(holders.map((party) => [party, second[party]])));
      expect(decoded.map((segment) => vectors.toBigints(segment))).toEqual(sums);
    }
  });
});

test('wrong shares are found up to half of those beyond l + t, wherever they are wrong', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(97n, (1n << 50n) - 27n, (1n << 61n) - 1n),
      fc.infiniteStream(fc.nat()),
      (l, t, beyond, modulus, numbers) => {
        const n = l + t + beyond;
        const vectors = new ModularVectors(modulus);
        const code = new VectorCode({ n, l, t }, modulus);
        const parties = Array.from({ length: n }, (_, j) => j);
        const shares = code.encode(drawn(vectors, l + t, 3, 5), parties);
        const held = new Map(parties.map((party) => [party, shares[party]]));
        const liars = new Set(Array.from({ length: Math.floor(beyond / 2) }, () => numbers.next().value % n));
        for (const liar of liars) {
          const lie = vectors.zeros(3);
          lie[(numbers.next().value % 3) * vectors.words] = 1 + (numbers.next().value % 96);
          vectors.add(lie, shares[liar]);
          held.set(liar, lie);
        }
        expect(code.wrong(held)).toEqual([...liars].toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 60 },
  );
});

test('more wrong shares than that are noticed, and nobody is blamed', () => {
  const modulus = (1n << 61n) - 1n;
  const vectors = new ModularVectors(modulus);
  const code = new VectorCode({ n: 6, l: 2, t: 2 }, modulus);
  const shares = code.encode(drawn(vectors, 4, 3, 6), [0, 1, 2, 3, 4, 5]);
  const held = new Map(shares.map((share, party) => [party, share]));
  for (const liar of [1, 4]) held.set(liar, drawn(vectors, 1, 3, 7 + liar)[0]);
  expect(code.wrong(held)).toBeUndefined();
});

test('with no shares beyond l + t none can be found', () => {
  const vectors = new ModularVectors(97n);
  const code = new VectorCode({ n: 3, l: 2, t: 1 }, 97n);
  const lies = drawn(vectors, 3, 2, 9);
  expect(code.wrong(new Map(lies.map((share, party) => [party, share])))).toEqual([]);
});

test('any t shares are uniform, whatever the segments: every value comes as often', () => {
  const modulus = 11n;
  const vectors = new ModularVectors(modulus);
  const [n, l, t] = [5, 2, 2];
  const code = new VectorCode({ n, l, t }, modulus);
  for (const segments of [
    [0n, 0n],
    [3n, 10n],
  ]) {
    const seen = new Map<string, number>();
    for (let noise = 0n; noise < modulus ** 2n; noise++) {
      const inputs = [...segments, noise % modulus, noise / modulus].map((value) => vectors.from([value]));
      const shares = code.encode(inputs, [0, 1, 2, 3, 4]).map(([value]) => value);
      for (let i = 0; i < n; i++)
        for (let j = i + 1; j < n; j++) {
          const key = `${i} ${j}: ${shares[i]} ${shares[j]}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
        }
    }
    // All pairs of values, at each of the ten pairs of parties, once.
    expect(seen.size).toBe(10 * 11 ** 2);
    expect(new Set(seen.values())).toEqual(new Set([1]));
  }
});
