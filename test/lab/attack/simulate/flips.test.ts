/** The p-values of pairs are right whatever is compared. */

import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { flipTest, quadraticTest } from '../../../../src/lab/attack/simulate/flips.ts';

const PAIRS = 12;
/** The smallest p-value of so many pairs: two of all ways to call them are the most extreme ones. */
const LEAST = 2 ** (1 - PAIRS);
const stream = new Random(4).stream('flips');

/** Differences between pairs of views that have nothing in common: each feature depends on the one before. */
function alike(features: number): Float64Array[] {
  return Array.from({ length: PAIRS }, () => {
    const values = new Float64Array(features);
    for (let f = 0; f < features; f++)
      values[f] = stream.uniform() - stream.uniform() + (f > 0 ? values[f - 1] : 0);
    return values;
  });
}

describe('the test of pairs', () => {
  const played = Array.from({ length: 400 }, () => flipTest(alike(30), stream).pValue);

  test.each([0.02, 0.1, 0.3, 0.6])('falls below %f that often, and no more', (level) => {
    const below = played.filter((pValue) => pValue <= level).length;
    // Four standard deviations; it is discrete, so it may fall below more seldom.
    expect(below / 400).toBeLessThan(level + 4 * Math.sqrt((level * (1 - level)) / 400));
  });

  test('is not always large either', () => {
    expect(played.filter((pValue) => pValue <= 0.3).length).toBeGreaterThan(60);
  });

  test('finds one feature among many whose differences have one sign', () => {
    const differences = alike(500);
    for (const own of differences) own[123] = 1 + stream.uniform();
    expect(flipTest(differences, stream)).toEqual({ pValue: LEAST, feature: 123 });
  });

  test('says nothing where nothing differs', () => {
    const same = Array.from({ length: PAIRS }, () => new Float64Array(3));
    expect(flipTest(same, stream)).toEqual({ pValue: 1, feature: -1 });
  });

  test('compares signs by a quadratic form', () => {
    const ones = Array.from({ length: PAIRS }, () => new Float64Array(PAIRS).fill(1));
    expect(quadraticTest(ones, stream)).toBe(LEAST);
    expect(
      quadraticTest(
        ones.map((own) => own.map(() => 0)),
        stream,
      ),
    ).toBe(1);
  });

  /** The share of all ways to call pairs in which a statistic is as large as it is. */
  function shareOf(statistic: (signs: readonly number[]) => number): number {
    const ways = Array.from({ length: 2 ** PAIRS }, (_, code) =>
      Array.from({ length: PAIRS }, (__, r) => (((code >> r) & 1) === 0 ? 1 : -1)),
    );
    const reached = statistic(ways[0]) * (1 - 1e-9);
    return ways.filter((signs) => statistic(signs) >= reached).length / ways.length;
  }

  test('is exact where it is small', () => {
    const small: number[][] = [];
    for (let tried = 0; tried < 40; tried++) {
      const differences = alike(4).map((own) => own.map((value) => value + 0.4));
      const largest = (signs: readonly number[]): number =>
        Math.max(
          ...[0, 1, 2, 3].map((f) => {
            const sum = differences.reduce((all, own, r) => all + signs[r] * own[f], 0);
            return Math.abs(sum) / Math.hypot(...differences.map((own) => own[f]));
          }),
        );
      const matrix = alike(PAIRS).map((own) => own.map((value) => value + 0.2));
      const form = (signs: readonly number[]): number =>
        matrix.reduce(
          (all, own, r) => all + own.reduce((sum, entry, q) => sum + entry * signs[r] * signs[q], 0),
          0,
        );
      small.push([flipTest(differences, stream).pValue, shareOf(largest)]);
      small.push([quadraticTest(matrix, stream), shareOf(form)]);
    }
    const exact = small.filter(([pValue]) => pValue < 0.009);
    expect(exact.length).toBeGreaterThan(10);
    for (const [pValue, share] of exact) expect(pValue).toBe(share);
  });

  test('is sampled where there are too many ways', () => {
    const many = Array.from({ length: 40 }, () => Float64Array.of(1 + stream.uniform()));
    const { pValue } = flipTest(many, stream);
    expect(pValue).toBeLessThan(1e-5);
    expect(pValue).toBeGreaterThan(0);
  });
});

test.each([1e-170, 1e200, Number.POSITIVE_INFINITY])('differences of %d in all pairs are found', (size) => {
  const differences = Array.from({ length: 16 }, () => Float64Array.of(0, size));
  expect(flipTest(differences, new Random(1).stream('flips'))).toEqual({ pValue: 2 ** -15, feature: 1 });
});
