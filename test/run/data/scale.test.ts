import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Box, scaleToBox } from '../../../src/run/data/scale.ts';
import { scalePoints } from '../../../src/run/data/scaling.ts';
import { fromRows } from '../../../src/core/base/matrix.ts';
import { refusal } from '../../support/refusal.ts';

const rows = (values: readonly (readonly number[])[], box: Partial<Box>) => {
  const whole: Box = { minimum: -0.5, maximum: 0.5, coordinates: 'together', ...box };
  const { columns, values: scaled } = scaleToBox(fromRows(values), whole);
  return values.map((_, i) => Array.from(scaled.subarray(i * columns, (i + 1) * columns)));
};

test('together, one map for all coordinates: the largest range fills the box', () => {
  expect(
    rows(
      [
        [0, 4],
        [8, 6],
      ],
      {},
    ),
  ).toEqual([
    [-0.5, 0],
    [0.5, 0.25],
  ]);
});

test('each, a map for every coordinate', () => {
  expect(
    rows(
      [
        [0, 4],
        [8, 6],
        [2, 5],
      ],
      { coordinates: 'each' },
    ),
  ).toEqual([
    [-0.5, -0.5],
    [0.5, 0.5],
    [-0.25, 0],
  ]);
});

test('values that are all the same go to the middle', () => {
  expect(rows([[7, 7]], { minimum: 1, maximum: 2 })).toEqual([[1.5, 1.5]]);
  expect(
    rows(
      [
        [7, 1],
        [7, 3],
      ],
      { coordinates: 'each' },
    ),
  ).toEqual([
    [0, -0.5],
    [0, 0.5],
  ]);
});

describe('whatever the values', () => {
  const value = fc.double({ min: -1e300, max: 1e300, noNaN: true });
  const length = fc.double({ min: -1e100, max: 1e100, noNaN: true });
  const settings = fc.record({
    values: fc.array(fc.tuple(value, value), { minLength: 1 }),
    ends: fc.tuple(length, length).filter(([a, b]) => a !== b),
    coordinates: fc.constantFrom('together', 'each'),
  });

  test('they end up in the box, in their order', () => {
    fc.assert(
      fc.property(settings, ({ values, ends, coordinates }) => {
        const [minimum, maximum] = [Math.min(...ends), Math.max(...ends)];
        const scaled = rows(values, { minimum, maximum, coordinates });
        for (const c of [0, 1]) {
          const order = [...values.keys()].toSorted((a, b) => values[a][c] - values[b][c]);
          for (const [place, i] of order.entries()) {
            expect(scaled[i][c]).toBeGreaterThanOrEqual(place === 0 ? minimum : scaled[order[place - 1]][c]);
            expect(scaled[i][c]).toBeLessThanOrEqual(maximum);
          }
        }
      }),
    );
  });

  test('together, distances keep their proportions', () => {
    const near = fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 3, maxLength: 10 });
    fc.assert(
      fc.property(near, (values) => {
        const scaled = rows(values, {});
        const all = values.flat();
        const factor = 1 / (Math.max(...all) - Math.min(...all));
        fc.pre(Number.isFinite(factor));
        for (const [i, point] of values.entries()) {
          const before = Math.hypot(point[0] - values[0][0], point[1] - values[0][1]);
          const after = Math.hypot(scaled[i][0] - scaled[0][0], scaled[i][1] - scaled[0][1]);
          expect(after).toBeCloseTo(before * factor, 10);
        }
      }),
    );
  });
});

test('the points themselves stay as they are', () => {
  const points = fromRows([
    [1, 2],
    [3, 4],
  ]);
  scaleToBox(points, { minimum: 0, maximum: 1, coordinates: 'each' });
  expect([...points.values]).toEqual([1, 2, 3, 4]);
});

test('values further apart than any double are refused', () => {
  expect(
    refusal(() =>
      rows(
        [
          [-1e308, 0],
          [1e308, 0],
        ],
        {},
      ),
    ).message,
  ).toBe('data.scale: expected values less than 1.7976931348623157e+308 apart, got -1e+308 and 1e+308');
});

describe('z-score', () => {
  test('takes every coordinate to mean 0 and sample deviation 1, and one that never changes to 0', () => {
    const points = fromRows([
      [1, 10, 7],
      [2, 30, 7],
      [3, 20, 7],
    ]);
    expect([...scalePoints(points, 'z-score').values]).toEqual([-1, -1, 0, 0, 1, 0, 1, 0, 0]);
  });

  test('of any points has that mean and deviation', () => {
    const x = fc.integer({ min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(x, x), { minLength: 3 }), (given) => {
        const { values } = scalePoints(fromRows(given), 'z-score');
        for (const c of [0, 1]) {
          const column = [...values].filter((_, at) => at % 2 === c);
          // What is the same everywhere has no deviation.
          if (given.every((row) => row[c] === given[0][c])) continue;
          const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
          const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (column.length - 1);
          expect(Math.abs(mean)).toBeLessThan(1e-6);
          expect(variance).toBeCloseTo(1, 6);
        }
      }),
    );
  });

  test('refuses values whose squares are no doubles', () => {
    const error = refusal(() => scalePoints(fromRows([[1e200], [-1e200]]), 'z-score'));
    expect(error.message).toContain('expected values whose squares are finite, got 1e+200');
    expect(error.place.path).toBe('data.scale');
  });
});

describe('unit-norm', () => {
  test('takes every point to length 1, and leaves the origin', () => {
    const points = fromRows([
      [3, 4],
      [0, 0],
      [-1e300, 0],
      [1e-300, 1e-300],
    ]);
    const { values } = scalePoints(points, 'unit-norm');
    expect([...values.subarray(0, 6)]).toEqual([0.6, 0.8, 0, 0, -1, 0]);
    expect(Math.hypot(values[6], values[7])).toBeCloseTo(1, 12);
  });
});
