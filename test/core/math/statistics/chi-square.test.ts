import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import {
  chiSquareTail,
  leastDeviation,
  pearson,
  uniformity,
} from '../../../../src/core/math/statistics/chi-square.ts';

describe('the tail of chi-square', () => {
  // scipy.stats.chi2.sf
  test.each([
    [5.991464547, 2, 0.05],
    [21.026069817, 12, 0.05],
    [149.449253, 100, 0.001],
    [0, 4, 1],
    [1, 2, 0.6065306597],
  ])('at %d with %i degrees of freedom is %d', (statistic, degrees, tail) => {
    expect(chiSquareTail(statistic, degrees)).toBeCloseTo(tail, 6);
  });

  test('is right where its terms would overflow', () => {
    expect(chiSquareTail(5000, 5000)).toBeCloseTo(0.4973, 3);
    expect(chiSquareTail(1e5, 1000)).toBe(0);
  });
});

test("Pearson's statistic is 0 for equal counts and known for others", () => {
  expect(pearson([5, 5, 5])).toBe(0);
  expect(pearson([10, 20, 30])).toBe(10);
});

describe('uniformity', () => {
  const P = 268_435_399;
  const draw = (name: string, length: number, p = P): Uint32Array => {
    const stream = new Random(3).stream(name);
    return Uint32Array.from({ length }, () => stream.integer(p));
  };

  test('has a p-value below 5 % in about five of 100 uniform samples', () => {
    const small = Array.from({ length: 400 }, (_, i) => {
      return uniformity([draw(`a${i}`, 3000), draw(`b${i}`, 3000)], P)?.pValue ?? Number.NaN;
    }).filter((p) => p < 0.05).length;
    expect(small).toBeGreaterThan(6);
    expect(small).toBeLessThan(40);
  });

  test('sees vectors that are uniform each and not together', () => {
    const one = draw('one', 3000);
    const two = one.map((value) => (value + 1000) % P);
    expect(uniformity([one], P)?.pValue).toBeGreaterThan(1e-3);
    expect(uniformity([two], P)?.pValue).toBeGreaterThan(1e-3);
    expect(uniformity([one, two], P)?.pValue).toBeLessThan(1e-12);
  });

  test('sees values from a part of the field, and says nothing about too few', () => {
    expect(uniformity([draw('part', 3000, P / 2)], P)?.pValue).toBeLessThan(1e-12);
    expect(uniformity([draw('few', 20)], P)).toBeUndefined();
    expect(uniformity([], P)).toBeUndefined();
  });
});

test('the least deviation is found in about 8 of 10 cases', () => {
  const [cells, entries, level] = [15, 3000, 0.01 / 50];
  const off = leastDeviation(cells - 1, entries, level);
  const stream = new Random(2).stream('deviations');
  let found = 0;
  for (let at = 0; at < 300; at++) {
    const counts = new Float64Array(cells);
    // The last cell stays as it is, as their number is odd.
    for (let i = 0; i < entries; i++) {
      const cell = stream.integer(cells);
      const isMoved =
        cell < cells - 1 && cell % 2 === 1 && stream.uniform() < off * Math.sqrt(cells / (cells - 1));
      counts[isMoved ? cell - 1 : cell]++;
    }
    found += Number(chiSquareTail(pearson(counts), cells - 1) < level);
  }
  expect(found / 300).toBeGreaterThan(0.7);
  expect(found / 300).toBeLessThan(0.95);
});
