import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { farthestFirst } from '../../../../src/core/math/cluster/farthest-first.ts';
import { fromRows } from '../../../../src/core/base/matrix.ts';

type Rows = readonly (readonly number[])[];

/** Few places on a grid: equally far and repeated points abound, and squared distances are integers. */
const pointSets: fc.Arbitrary<Rows> = fc.integer({ min: 1, max: 3 }).chain((d) =>
  fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: d, maxLength: d }), {
    minLength: 1,
    maxLength: 9,
  }),
);

const instances = pointSets.chain((points) =>
  fc.record({
    points: fc.constant(points),
    given: fc.integer({ min: 1, max: points.length }),
    k: fc.integer({ min: 1, max: points.length + 2 }),
  }),
);

const squared = (x: readonly number[], y: readonly number[]): number =>
  x.reduce((sum, value, c) => sum + (value - y[c]) ** 2, 0);

/** The squared distance of a point to the nearest of some rows. */
const gap = (points: Rows, i: number, rows: readonly number[]): number =>
  Math.min(...rows.map((row) => squared(points[i], points[row])));

const chosenOf = (points: Rows, given: number, k: number): number[] => [
  ...farthestFirst(fromRows(points), given, k),
];

describe('farthestFirst', () => {
  test('begins with the rows that are given, as many as are wanted', () => {
    fc.assert(
      fc.property(instances, ({ points, given, k }) => {
        const first = Math.min(given, k);
        expect(chosenOf(points, given, k).slice(0, first)).toEqual(
          Array.from({ length: first }, (_, i) => i),
        );
      }),
    );
  });

  test('takes next the first of those farthest from all before it, until no new value is left', () => {
    let ties = 0;
    fc.assert(
      fc.property(instances, ({ points, given, k }) => {
        const chosen = chosenOf(points, given, k);
        for (let at = Math.min(given, k); at < chosen.length; at++) {
          const gaps = points.map((_, i) => gap(points, i, chosen.slice(0, at)));
          const widest = Math.max(...gaps);
          expect({ row: chosen[at], gap: gaps[chosen[at]] }).toEqual({
            row: gaps.indexOf(widest),
            gap: widest,
          });
          expect(widest).toBeGreaterThan(0);
          ties += Number(gaps.filter((value) => value === widest).length > 1);
        }
        const over = points.filter((_, i) => gap(points, i, chosen) > 0);
        expect(chosen.length === k || over.length === 0).toBe(true);
        expect(chosen.length).toBeLessThanOrEqual(k);
      }),
      { seed: 2, numRuns: 1000 },
    );
    expect(ties).toBeGreaterThan(100);
  });

  test('covers the points with at most twice the radius that any k of them could (Gonzalez 1985)', () => {
    fc.assert(
      fc.property(pointSets, fc.integer({ min: 1, max: 4 }), (points, k) => {
        const radius = (rows: readonly number[]): number =>
          Math.max(...points.map((_, i) => gap(points, i, rows)));
        const best = Math.min(...subsets(points.length, Math.min(k, points.length)).map(radius));
        expect(radius(chosenOf(points, 1, k))).toBeLessThanOrEqual(4 * best);
      }),
    );
  });

  test('chooses the same whatever the scale', () => {
    fc.assert(
      fc.property(instances, fc.integer({ min: -300, max: 300 }), ({ points, given, k }, exponent) => {
        const scaled = points.map((x) => x.map((value) => value * 2 ** exponent));
        expect(chosenOf(scaled, given, k)).toEqual(chosenOf(points, given, k));
      }),
    );
  });

  test.each([
    {
      what: 'the ends of a line before its middle',
      points: [[0], [1], [5], [9]],
      given: 1,
      k: 3,
      rows: [0, 3, 2],
    },
    { what: 'of two equally far the lower row', points: [[0], [2], [-2]], given: 1, k: 2, rows: [0, 1] },
    { what: 'no value twice', points: [[0], [0], [1], [1]], given: 1, k: 4, rows: [0, 2] },
    { what: 'what is given though it is equal', points: [[7], [7], [8]], given: 2, k: 3, rows: [0, 1, 2] },
    { what: 'no more than wanted of what is given', points: [[1], [2], [3]], given: 3, k: 2, rows: [0, 1] },
  ])('$what', ({ points, given, k, rows }) => {
    expect(chosenOf(points, given, k)).toEqual(rows);
  });
});

/** All sets of `size` of the numbers below `n`. */
function subsets(n: number, size: number): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: n }, (_, last) => last).flatMap((last) =>
    subsets(last, size - 1).map((rest) => [...rest, last]),
  );
}
