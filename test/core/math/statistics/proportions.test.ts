import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { binomialMass } from '../../../../src/core/math/statistics/binomial.ts';
import { shareAtLeast, shareAtMost, wilson } from '../../../../src/core/math/statistics/proportions.ts';

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

describe('a share of successes', () => {
  test('none of n is below one minus the n-th root of what is left to chance', () => {
    expect(shareAtMost(0, 100, 0.95)).toBeCloseTo(1 - 0.05 ** (1 / 100), 10);
    expect(shareAtLeast(100, 100, 0.95)).toBeCloseTo(0.05 ** (1 / 100), 10);
  });

  test('all of n may be all', () => {
    expect(shareAtMost(7, 7, 0.95)).toBe(1);
    expect(shareAtLeast(0, 7, 0.95)).toBe(0);
  });

  test.each([0.02, 0.3, 0.5, 0.9])('is above the bound no oftener than allowed, at %d', (share) => {
    let missed = 0;
    for (let k = 0; k <= 50; k++) if (shareAtMost(k, 50, 0.9) < share) missed += binomialMass(50, k, share);
    expect(missed).toBeLessThanOrEqual(0.1);
  });
});
