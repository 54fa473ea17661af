import { expect, test } from 'vitest';
import { poissonTail } from '../../../../src/core/math/statistics/poisson.ts';

test('the tail of a Poisson variable is the sum of its terms', () => {
  expect(poissonTail(0, 3)).toBe(1);
  expect(poissonTail(1, 3)).toBeCloseTo(1 - Math.exp(-3), 12);
  expect(poissonTail(3, 1)).toBeCloseTo(1 - Math.exp(-1) * 2.5, 12);
  expect(poissonTail(20, 1e-3) / (1e-60 / 2432902008176640000)).toBeCloseTo(Math.exp(-1e-3), 3);
});
