import { describe, expect, test } from 'vitest';
import { compareSamples, compareWithExact } from '../../../../src/core/math/statistics/total-variation.ts';
import { Random } from '../../../../src/core/base/random.ts';

/** A die of which one side comes a little oftener. */
function throws(seed: number, count: number, extra = 0): string[] {
  const stream = new Random(seed).stream('die');
  return Array.from({ length: count }, () => {
    const lucky = stream.uniform() < extra;
    return lucky ? '6' : `${1 + stream.integer(6)}`;
  });
}

const fair = new Map(['1', '2', '3', '4', '5', '6'].map((side) => [side, 1 / 6]));
const stream = (): ReturnType<Random['stream']> => new Random(9).stream('relabelling');

describe('two samples', () => {
  test('of one distribution are refuted no oftener than allowed, and their interval holds 0', () => {
    let refuted = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { pValue, interval } = compareSamples(
        throws(2 * seed, 200),
        throws(2 * seed + 1, 200),
        stream(),
        0.95,
      );
      refuted += Number(pValue < 0.05);
      expect(interval[0]).toBeLessThan(0.05);
    }
    // 99% quantile of a binomial of 40 at 5%.
    expect(refuted).toBeLessThanOrEqual(6);
  });

  test('of different ones are told apart, with an interval that holds the true variation', () => {
    const found = compareSamples(throws(1, 2000, 0.3), throws(2, 2000), stream(), 0.95);
    expect(found.pValue).toBe(1 / 1000);
    expect(found.interval[0]).toBeGreaterThan(0.1);
    expect(found.interval[0]).toBeLessThan(0.25);
    expect(found.interval[1]).toBeGreaterThan(0.25);
  });
});

describe('what samples could show', () => {
  const least = (runs: number, confidence: number): number => {
    const { pValue, least: smallest } = compareSamples(
      Array.from({ length: runs }, () => 'one'),
      Array.from({ length: runs }, () => 'other'),
      stream(),
      confidence,
    );
    expect(pValue).toBeGreaterThan(smallest / 2);
    return smallest;
  };

  test('of so few runs is little, however much they differ', () => {
    expect([1, 2, 3, 4].map((runs) => least(runs, 0.95))).toEqual([1, 1 / 3, 1 / 10, 1 / 35]);
    expect(least(20, 0.95)).toBe(1 / 1000);
  });

  test('is enough for the confidence that was asked for', () => {
    expect(least(20, 0.9995)).toBeLessThan(0.0005);
  });
});

describe('a sample against exact probabilities', () => {
  test('fits its own, and not others', () => {
    expect(compareWithExact(throws(3, 1000), fair, stream(), 0.95).pValue).toBeGreaterThan(0.05);
    const loaded = compareWithExact(throws(3, 2000, 0.3), fair, stream(), 0.95);
    expect(loaded.pValue).toBe(1 / 1000);
    expect(loaded.interval[0]).toBeGreaterThan(0.15);
    expect(loaded.interval[1]).toBeGreaterThan(0.25);
  });

  test('what cannot be is no chance', () => {
    expect(compareWithExact([...throws(3, 100), '7'], fair, stream(), 0.95).pValue).toBe(0);
  });
});
