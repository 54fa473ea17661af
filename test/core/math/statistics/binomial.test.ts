import { describe, expect, test } from 'vitest';
import {
  binomialAtMost,
  binomialMass,
  binomialQuantile,
  coinTail,
  leastAdvantage,
  logChoose,
} from '../../../../src/core/math/statistics/binomial.ts';

describe('a binomial variable', () => {
  // scipy.stats.binom
  test('has the probabilities of tables', () => {
    expect(binomialMass(20, 3, 0.3)).toBeCloseTo(0.0716036722, 10);
    expect(binomialAtMost(20, 3, 0.3)).toBeCloseTo(0.10708680450373, 12);
    expect(binomialQuantile(100, 0.05, 0.99)).toBe(11);
  });

  test.each([0, 0.2, 0.5, 1])('takes one of its values, at %d', (p) => {
    expect(binomialAtMost(30, 30, p)).toBeCloseTo(1, 12);
  });

  test('is at most its quantile as often as asked, and at most one less is not', () => {
    for (const [n, p] of [
      [10, 0.5],
      [200, 0.01],
      [7, 0.9],
    ])
      for (const share of [0.01, 0.5, 0.95]) {
        const at = binomialQuantile(n, p, share);
        expect(binomialAtMost(n, at, p)).toBeGreaterThanOrEqual(share);
        expect(binomialAtMost(n, at - 1, p)).toBeLessThan(share);
      }
  });

  test('counts subsets', () => {
    expect(Math.exp(logChoose(10, 3))).toBeCloseTo(120, 9);
  });
});

describe('coins', () => {
  test('count both sides', () => {
    expect(coinTail(5, 10)).toBeCloseTo(1, 9);
    expect(coinTail(10, 10)).toBeCloseTo(2 / 1024, 12);
    expect(coinTail(0, 10)).toBeCloseTo(2 / 1024, 12);
  });

  test('that are few detect nothing, and more what the normal approximation says', () => {
    expect(leastAdvantage(5)).toBeUndefined();
    // By the normal approximation (2.58 + 0.84) / sqrt(runs).
    expect(leastAdvantage(60)).toBeCloseTo(3.42 / Math.sqrt(60), 1);
    expect(leastAdvantage(3000)).toBeCloseTo(3.42 / Math.sqrt(3000), 1);
  });
});
