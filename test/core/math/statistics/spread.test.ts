import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difference, spread } from '../../../../src/core/math/statistics/spread.ts';

/** As it is defined, in two passes. */
function naive(values: readonly number[]) {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return { mean, deviation: values.length === 1 ? 0 : Math.sqrt(squares / (values.length - 1)) };
}

describe('the spread of some values', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });

  test('is their mean, sample deviation, least and greatest', () => {
    fc.assert(
      fc.property(values, (all) => {
        const found = spread(all);
        const { mean, deviation } = naive(all);
        expect(Math.abs(found.mean - mean)).toBeLessThanOrEqual(1e-9);
        expect(Math.abs(found.deviation - deviation)).toBeLessThanOrEqual(1e-8);
        expect([found.runs, found.minimum, found.maximum]).toEqual([
          all.length,
          Math.min(...all),
          Math.max(...all),
        ]);
      }),
    );
  });

  test('moves with them, and grows with them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2 }), (all) => {
        const before = spread(all);
        const moved = spread(all.map((x) => x + 4096));
        expect(moved.mean).toBeCloseTo(before.mean + 4096, 6);
        expect(moved.deviation).toBeCloseTo(before.deviation, 6);
        expect(spread(all.map((x) => -2 * x)).deviation).toBeCloseTo(2 * before.deviation, 6);
      }),
    );
  });

  test('of 2, 4, 4, 4, 5, 5, 7, 9 is 5 and the root of 32/7', () => {
    const { mean, deviation } = spread([2, 4, 4, 4, 5, 5, 7, 9]);
    expect(mean).toBe(5);
    expect(deviation).toBeCloseTo(Math.sqrt(32 / 7), 14);
  });

  test('of one value is that value, without deviation', () => {
    expect(spread([0.1])).toEqual({
      runs: 1,
      mean: 0.1,
      deviation: 0,
      median: 0.1,
      minimum: 0.1,
      maximum: 0.1,
    });
  });

  test('of equal values has no deviation at all', () => {
    expect(spread([0.1, 0.1, 0.1]).deviation).toBe(0);
  });

  test('of equal values has that very value as its mean', () => {
    expect(spread([0.1, 0.1, 0.1]).mean).toBe(0.1);
  });
});

describe('the interval of a mean', () => {
  // R: t.test(c(2, 4, 4, 4, 5, 5, 7, 9))$conf.int
  test("is Student's, as tables have it", () => {
    const { interval } = spread([2, 4, 4, 4, 5, 5, 7, 9]);
    expect(interval).toMatchObject({ level: 0.95, method: 't' });
    expect(interval?.low).toBeCloseTo(5 - 2.364624 * Math.sqrt(32 / 7 / 8), 5);
    expect(interval?.high).toBeCloseTo(5 + 2.364624 * Math.sqrt(32 / 7 / 8), 5);
  });

  test('is none of one value, and a point where all are equal', () => {
    expect(spread([3])).not.toHaveProperty('interval');
    expect(spread([3, 3]).interval).toMatchObject({ low: 3, high: 3 });
  });

  test('has the true mean in it in 95 of 100 samples of a normal distribution', () => {
    // Sums of twelve uniform numbers, from a generator of its own.
    let state = 12345;
    const uniform = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
    const normal = (): number => Array.from({ length: 12 }, uniform).reduce((sum, x) => sum + x, -6);
    const samples = Array.from({ length: 4000 }, () => spread(Array.from({ length: 5 }, normal)).interval);
    const covered = samples.filter((one) => one !== undefined && one.low <= 0 && one.high >= 0).length;
    expect(covered / samples.length).toBeGreaterThan(0.935);
    expect(covered / samples.length).toBeLessThan(0.965);
  });
});

test('values that differ by the rounding of floats only are the same', () => {
  const rounded = [1, 1 - 2 ** -53, 1, 1 - 2 ** -52];
  expect(spread(rounded).deviation).toBe(0);
  const { mean, interval } = spread(rounded);
  expect([interval?.low, interval?.high]).toEqual([mean, mean]);
  expect(difference(rounded.map((value) => [value, 1]))).toMatchObject({ mean: 0, larger: 0, smaller: 0 });
  // A nanosecond of an hour is more than that.
  expect(spread([3600e9, 3600e9 + 1]).deviation).toBeGreaterThan(0.5);
});

test('a difference is that of each pair, however much the pairs differ', () => {
  const found = difference([
    [101, 100],
    [1003, 1000],
    [12, 10],
  ]);
  expect(found).toMatchObject({ runs: 3, mean: 2, median: 2, deviation: 1, larger: 3, smaller: 0 });
  expect(found?.relative).toBeCloseTo(2 / 370, 12);
  expect(difference([])).toBeUndefined();
});

describe('an interval', () => {
  test('ends where the figure does, and says so', () => {
    const values = [0.99, 1, 0.7, 1];
    const free = spread(values).interval;
    expect(free?.high).toBeGreaterThan(1);
    expect(free?.cut).toBeUndefined();
    expect(spread(values, { least: 0, most: 1 }).interval).toEqual({ ...free, high: 1, cut: true });
    expect(spread([1, 9], { least: 0 }).interval).toMatchObject({ low: 0, cut: true });
    expect(spread([0.5, 0.6, 0.7], { least: 0, most: 1 }).interval?.cut).toBeUndefined();
  });

  test('of a difference ends at the width of the range', () => {
    const pairs: [number, number][] = [
      [1, 0],
      [1, 0.9],
    ];
    expect(difference(pairs, { least: 0, most: 1 })?.interval).toMatchObject({ low: -1, high: 1, cut: true });
    expect(difference(pairs, { least: 0 })?.interval?.high).toBeGreaterThan(1);
  });
});
