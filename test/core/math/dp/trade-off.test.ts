/** The trade-off of false positives and false negatives that curves of epsilon and delta allow. */

import { expect, test } from 'vitest';
import { accountCurve } from '../../../../src/core/math/dp/accountant.ts';
import { leastNegatives, mostPairsTold } from '../../../../src/core/math/dp/trade-off.ts';
import { upperTail } from '../../../../src/core/math/statistics/normal.ts';

const normalCdf = (x: number): number => upperTail(-x);

const curveOf = (multiplier: number) =>
  accountCurve(
    [{ noise: { kind: 'gaussian', multiplier } }],
    Array.from({ length: 65 }, (_, step) => (step * 4) / (64 * multiplier)),
  );

test.each([0.5, 1, 4, 20])(
  'of a Gaussian of multiplier %d they are those of two normal distributions',
  (z) => {
    const curve = curveOf(z);
    // Phi(Phi^-1(1 - x) - mu) at x = Phi(-t).
    for (const t of [-1, 0, 0.5, 2]) {
      const least = leastNegatives(curve, normalCdf(-t));
      const exact = normalCdf(t - 1 / z);
      expect(least).toBeLessThanOrEqual(exact + 1e-12);
      expect(least).toBeGreaterThan(exact - 2e-3);
    }
    const told = normalCdf(Math.SQRT1_2 / z);
    expect(mostPairsTold(curve)).toBeGreaterThanOrEqual(told - 1e-12);
    expect(mostPairsTold(curve)).toBeLessThan(told + 2e-3);
  },
);

test('of randomised response they are two lines, and pairs are told as often as it tells the truth', () => {
  const epsilon = 1.5;
  const curve = [{ epsilon, delta: 0 }];
  const truth = 1 / (1 + Math.exp(-epsilon));
  expect(leastNegatives(curve, 1 - truth)).toBeCloseTo(1 - truth, 12);
  expect(mostPairsTold(curve)).toBeCloseTo(truth, 4);
});

test('of what hides nothing and what hides everything they are the extremes', () => {
  expect(mostPairsTold([{ epsilon: 0, delta: 1 }])).toBe(1);
  expect(mostPairsTold([{ epsilon: 0, delta: 0 }])).toBeCloseTo(0.5, 9);
});
