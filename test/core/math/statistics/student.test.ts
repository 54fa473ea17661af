import { describe, expect, test } from 'vitest';
import { studentQuantile, studentWithin } from '../../../../src/core/math/statistics/student.ts';

describe("Student's quantile", () => {
  // The inverse of the regularised incomplete beta function, by mpmath with 40 digits.
  test.each([
    [0.95, 1, 12.706204736174692],
    [0.95, 2, 4.302652729749462],
    [0.95, 3, 3.182446305283708],
    [0.95, 4, 2.7764451051977934],
    [0.95, 9, 2.262157162798205],
    [0.95, 30, 2.0422724563012378],
    [0.95, 99, 1.9842169515864172],
    [0.95, 1000, 1.962339080826408],
    [0.5, 5, 0.7266868438004227],
    [0.99, 7, 3.4994832973504932],
    [0.999, 2, 31.599054576443606],
  ])('of a level of %d at %i degrees of freedom is %d', (level, degrees, quantile) => {
    expect(studentQuantile(level, degrees) / quantile).toBeCloseTo(1, 12);
  });

  test('is the inverse of the probability, and falls with the degrees of freedom', () => {
    let before = Number.POSITIVE_INFINITY;
    for (let degrees = 1; degrees <= 60; degrees++) {
      const quantile = studentQuantile(0.9, degrees);
      expect(studentWithin(quantile, degrees)).toBeCloseTo(0.9, 13);
      expect(quantile).toBeLessThan(before);
      before = quantile;
    }
  });

  test('is 0 for a level of 0, and not defined for certainty or without degrees of freedom', () => {
    expect(studentQuantile(0, 3)).toBeLessThan(1e-300);
    expect(() => studentQuantile(1, 3)).toThrow('no such quantile');
    expect(() => studentQuantile(0.95, 0)).toThrow('no such quantile');
  });
});
