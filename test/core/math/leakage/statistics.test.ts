import { describe, expect, test } from 'vitest';
import {
  chiSquareTail,
  coinTail,
  fisher,
  leastAdvantage,
  leastDeviation,
  pearson,
  poissonTail,
  rankCorrelation,
  uniformity,
  wilson,
} from '../../../../src/core/math/leakage/statistics.ts';
import { Random } from '../../../../src/core/base/random.ts';

describe("Wilson's interval", () => {
  test.each([
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [81, 263, 0.2553, 0.3662],
    [200, 200, 0.9812, 1],
  ])('of %i in %i is [%d, %d], as published', (successes, trials, low, high) => {
    const interval = wilson(successes, trials);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  test('covers the true share in about 95 of 100 experiments', () => {
    const stream = new Random(1).stream('trials');
    let covered = 0;
    for (let experiment = 0; experiment < 1000; experiment++) {
      let successes = 0;
      for (let i = 0; i < 200; i++) successes += Number(stream.uniform() < 0.3);
      const [low, high] = wilson(successes, 200);
      covered += Number(low <= 0.3 && 0.3 <= high);
    }
    expect(covered).toBeGreaterThan(925);
    expect(covered).toBeLessThan(975);
  });
});

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

describe('rank correlation', () => {
  test('is 1 for the same order, -1 for the opposite, and blind to scale', () => {
    expect(rankCorrelation([1, 2, 3, 10], [2, 4, 9, 1000])).toBeCloseTo(1, 12);
    expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
    expect(rankCorrelation([1, 1, 1], [3, 2, 1])).toBe(0);
  });

  // scipy.stats.spearmanr
  test('is that of Spearman, ties included', () => {
    expect(rankCorrelation([1, 2, 3, 4, 5], [5, 6, 7, 8, 7])).toBeCloseTo(0.8207826817, 9);
  });
});

describe('chance', () => {
  test('of a Poisson variable is that of the sum of its terms', () => {
    expect(poissonTail(0, 3)).toBe(1);
    expect(poissonTail(1, 3)).toBeCloseTo(1 - Math.exp(-3), 12);
    expect(poissonTail(3, 1)).toBeCloseTo(1 - Math.exp(-1) * 2.5, 12);
    expect(poissonTail(20, 1e-3) / (1e-60 / 2432902008176640000)).toBeCloseTo(Math.exp(-1e-3), 3);
  });

  test('of coins counts both sides', () => {
    expect(coinTail(5, 10)).toBeCloseTo(1, 9);
    expect(coinTail(10, 10)).toBeCloseTo(2 / 1024, 12);
    expect(coinTail(0, 10)).toBeCloseTo(2 / 1024, 12);
  });

  test('leaves few games blind, and says how blind', () => {
    expect(leastAdvantage(5)).toBeUndefined();
    // By the normal approximation (2.58 + 0.84) / sqrt(runs).
    expect(leastAdvantage(60)).toBeCloseTo(3.42 / Math.sqrt(60), 1);
    expect(leastAdvantage(3000)).toBeCloseTo(3.42 / Math.sqrt(3000), 1);
  });
});

describe("Fisher's exact test", () => {
  test.each([
    [8, 9, 10, 0.005477],
    [5, 10, 10, 1],
    [16, 16, 16, 2 / 601_080_390],
  ])('of %i of %i successes in one of two groups of %i is %d', (successes, ofBoth, size, p) => {
    expect(fisher(successes, ofBoth, size) / p).toBeCloseTo(1, 3);
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
