/** Noise of few bits is flagged as often as the test's power says, and uniform noise is not. */

import { expect, test } from 'vitest';
import { combinations } from '../../../../src/lab/attack/detect/combinations.ts';
import type { Stack } from '../../../../src/lab/attack/detect/samples.ts';
import { Random } from '../../../../src/core/base/random.ts';

const P = 268435399n;
const RUNS = 16;
const LEVEL = 1e-4;
const stream = new Random(1).stream('combinations');
const below = (bound: number): bigint => BigInt(Math.floor(stream.uniform() * bound));

/** What one sender sends to six members: combinations of as many noise vectors below a bound, and data that stays. */
function stacksWith(bound: number): Stack[] {
  const entries = 2;
  const weights = Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => below(Number(P))));
  const runs = Array.from({ length: RUNS }, () =>
    Array.from({ length: 6 }, () => Array.from({ length: entries }, () => below(bound))),
  );
  return weights.map((row, j) => ({
    type: 'shares',
    from: 'client-1',
    to: `client-${j + 2}`,
    occurrence: 0,
    plane: 0,
    modulus: P,
    runs: runs.map((noise) =>
      Array.from({ length: entries }, (_, e) =>
        row.reduce((sum, weight, v) => (sum + weight * noise[v][e]) % P, 12_345n),
      ),
    ),
  }));
}

const isFlagged = (bound: number): boolean =>
  combinations(stacksWith(bound), RUNS, LEVEL).some(({ pValue }) => pValue < LEVEL);

test('as often as its power says', () => {
  const [{ power }] = combinations(stacksWith(Number(P)), RUNS, LEVEL);
  const bound = (power?.at ?? 0) * Number(P);
  expect(bound).toBeGreaterThan(256);
  const flagged = Array.from({ length: 20 }, () => isFlagged(bound)).filter(Boolean).length;
  expect(flagged).toBeGreaterThanOrEqual(13);
});

test('never for uniform noise', () => {
  expect(Array.from({ length: 20 }, () => isFlagged(Number(P))).some(Boolean)).toBe(false);
});

test('nor for uniform noise modulo a power of two, in which every other residue has no inverse', () => {
  const modulus = 2n ** 32n;
  const stacks = (): Stack[] => [
    {
      type: 'masked',
      from: 'client-1',
      to: 'server',
      occurrence: 0,
      plane: 0,
      modulus,
      runs: Array.from({ length: RUNS }, () => Array.from({ length: 8 }, () => below(Number(modulus)))),
    },
  ];
  const flagged = Array.from({ length: 50 }, () => combinations(stacks(), RUNS, LEVEL));
  expect(flagged.flat().some(({ pValue }) => pValue < LEVEL)).toBe(false);
});

/** What a server is sent by four members: the same small noise modulo two numbers. */
function twoPlanes(moduli: readonly [bigint, bigint]): Stack[] {
  const runs = Array.from({ length: RUNS }, () => below(2 ** 40));
  return moduli.map((modulus, plane) => ({
    type: 'masked',
    from: 'server',
    to: 'client-1',
    occurrence: 0,
    plane,
    modulus,
    runs: runs.map((noise) => [(noise + 12_345n) % modulus]),
  }));
}

test('noise too large for each of two primes is seen to be small for both together', () => {
  const [{ pValue, where }] = combinations(twoPlanes([P, 268435367n]), RUNS, LEVEL);
  expect(pValue).toBeLessThan(LEVEL);
  expect(where).toContain('all primes');
});

test('moduli with a common factor are only tested apart', () => {
  const [{ pValue, where }] = combinations(twoPlanes([2n ** 32n, 2n ** 28n]), RUNS, LEVEL);
  expect(pValue).toBeGreaterThan(LEVEL);
  expect(where).not.toContain('all primes');
});
