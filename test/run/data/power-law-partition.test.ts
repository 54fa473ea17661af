import { expect, test } from 'vitest';
import { powerLawSizes } from '../../../src/run/data/power-law-partition.ts';

test('exponent 0 makes all clients equal, give or take a point', () => {
  expect(powerLawSizes(12, 4, 0)).toEqual([3, 3, 3, 3]);
  expect(powerLawSizes(14, 4, 0)).toEqual([4, 4, 3, 3]);
});

test("exponent 1 is Zipf's law, on top of one point for each", () => {
  // 1 + 1/2 + 1/3 + 1/4 = 25/12.
  expect(powerLawSizes(254, 4, 1)).toEqual([121, 61, 41, 31]);
});

test('a large exponent leaves one point to each but the first', () => {
  expect(powerLawSizes(1000, 5, 100)).toEqual([996, 1, 1, 1, 1]);
});

test('no point is lost where there is exactly one for each', () => {
  expect(powerLawSizes(5, 5, 2)).toEqual([1, 1, 1, 1, 1]);
});
