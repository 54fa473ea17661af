import { describe, expect, test } from 'vitest';
import { fisher } from '../../../../src/core/math/statistics/fisher.ts';

describe("Fisher's exact test", () => {
  test.each([
    [8, 9, 10, 0.005477],
    [5, 10, 10, 1],
    [16, 16, 16, 2 / 601_080_390],
  ])('of %i of %i successes in one of two groups of %i is %d', (successes, ofBoth, size, p) => {
    expect(fisher(successes, ofBoth, size) / p).toBeCloseTo(1, 3);
  });
});
