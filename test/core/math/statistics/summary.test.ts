import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviation, mean, median, quantile } from '../../../../src/core/math/statistics/summary.ts';

const several = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });

test('a mean does not depend on the order, and lies between the least and the greatest value', () => {
  fc.assert(
    fc.property(several, (values) => {
      const found = mean(values);
      expect(mean(values.toReversed())).toBe(found);
      expect(found).toBeGreaterThanOrEqual(Math.min(...values));
      expect(found).toBeLessThanOrEqual(Math.max(...values));
    }),
  );
  expect(mean([1e100, 1, -1e100])).toBe(1 / 3);
});

test('a median has as many values on either side', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a quantile is the smallest value that is at least that share of all', () => {
  fc.assert(
    fc.property(several, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
      const found = quantile(
        values.toSorted((a, b) => a - b),
        share,
      );
      const below = (limit: number): number =>
        values.filter((value) => value <= limit).length / values.length;
      expect(values).toContain(found);
      expect(below(found)).toBeGreaterThanOrEqual(share);
      for (const smaller of values.filter((value) => value < found))
        expect(below(smaller)).toBeLessThan(share);
    }),
  );
  expect(quantile([1, 2, Number.POSITIVE_INFINITY], 0.5)).toBe(2);
});

test('a deviation has one less than the number of values in its denominator', () => {
  expect(deviation([1, 3])).toBeCloseTo(Math.SQRT2, 15);
  expect(deviation([7])).toBe(0);
});
