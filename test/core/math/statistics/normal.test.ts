import { describe, expect, test } from 'vitest';
import { normalMass, scaledErfc, upperTail } from '../../../../src/core/math/statistics/normal.ts';

describe('the normal distribution', () => {
  test.each([
    [1, 0.15865525393145705],
    [5, 2.866515718791939e-7],
    [10, 7.619853024160525e-24],
    [37, 5.725571222524577e-300],
  ])('beyond %d lies %d', (x, tail) => {
    expect(upperTail(x) / tail).toBeCloseTo(1, 13);
    expect(upperTail(-x)).toBeCloseTo(1 - tail, 15);
  });

  test('masses add up, out in the tails as well', () => {
    expect(normalMass(-Infinity, Infinity)).toBeCloseTo(1, 15);
    expect(normalMass(8, 9) / (upperTail(8) - upperTail(9))).toBe(1);
    expect(normalMass(-9, -8)).toBe(normalMass(8, 9));
    expect(normalMass(2, 1)).toBe(0);
    expect(scaledErfc(Infinity)).toBe(0);
  });
});
