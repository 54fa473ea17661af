import { describe, expect, test } from 'vitest';
import { rankCorrelation } from '../../../../src/core/math/statistics/rank-correlation.ts';

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
