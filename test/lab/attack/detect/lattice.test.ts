/** Short vectors modulo M: what is planted is found, and where nothing is, nothing that short. */

import { expect, test } from 'vitest';
import { reduced, shortestModulo } from '../../../../src/lab/attack/detect/lattice.ts';
import { Random } from '../../../../src/core/base/random.ts';

const P = 268435399n;
const Q = 268435367n;
const stream = new Random(1).stream('lattice');
const below = (bound: bigint): bigint =>
  ((BigInt(stream.integer(2 ** 31)) << 31n) | BigInt(stream.integer(2 ** 31))) % bound;
const length = (vector: readonly bigint[]): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + Number(value) ** 2, 0));

/** This many combinations of as many vectors of values below a bound, of either sign. */
function mixed(modulus: bigint, bound: bigint, rank: number, size: number): bigint[][] {
  const noise = Array.from({ length: rank }, () =>
    Array.from({ length: size }, () => below(bound) - below(bound)),
  );
  return Array.from({ length: rank }, () => {
    const weights = Array.from({ length: rank }, () => below(modulus));
    return Array.from({ length: size }, (_, at) => {
      const sum = weights.reduce((all, weight, j) => all + weight * noise[j][at], 0n) % modulus;
      return sum < 0n ? sum + modulus : sum;
    });
  });
}

test.each([
  ['8 bits of two vectors', P, 256n, 2, 11],
  ['8 bits of four vectors', P, 256n, 4, 15],
  ['one prime of two', P * Q, P, 2, 15],
  ['one prime of three', P * Q * P, P, 2, 15],
])('noise of %s is found', (_, modulus, bound, rank, size) => {
  const found = shortestModulo(mixed(modulus, bound, rank, size), modulus);
  expect(length(found ?? [])).toBeLessThan(4 * Number(bound) * Math.sqrt(size));
});

test.each([
  [P, 2, 15],
  [P * Q, 4, 15],
])('uniform noise modulo %s has no vector that is shorter than chance allows', (modulus, rank, size) => {
  const found = shortestModulo(mixed(modulus, modulus, rank, size), modulus);
  // Gauss's heuristic, with room for a factor of 4.
  const expected = Number(modulus) ** ((size - rank) / size) * Math.sqrt(size / (2 * Math.PI * Math.E));
  expect(length(found ?? [])).toBeGreaterThan(expected / 4);
});

test('vectors that are dependent are no basis', () => {
  expect(
    shortestModulo(
      [
        [1n, 2n, 3n],
        [2n, 4n, 6n],
      ],
      P,
    ),
  ).toBeUndefined();
});

test('a reduced basis spans the same lattice, with shorter vectors', () => {
  const basis = reduced([
    [1n, 0n, 0n, 1345n],
    [0n, 1n, 0n, 35n],
    [0n, 0n, 1n, 154n],
  ]);
  // The textbook's example.
  expect(basis.map(length).every((one) => one < 12)).toBe(true);
  expect(basis.every(([a, b, c, d]) => d === 1345n * a + 35n * b + 154n * c)).toBe(true);
});
