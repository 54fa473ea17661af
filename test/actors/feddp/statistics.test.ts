import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipSumToGrid, clipTriangleToGrid, gridPoints } from '../../../actors/feddp/grid.ts';
import { centresFrom, keepHeavy, weightedKMeans } from '../../../actors/feddp/server-clustering.ts';
import { packSpheres } from '../../../actors/feddp/sphere-packing.ts';
import {
  assignWithMargin,
  clusterSums,
  coordinatesOf,
  histogram,
  outerTriangle,
  symmetric,
} from '../../../actors/feddp/statistics.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { topEigenvectors } from '../../../src/core/math/cluster/eigenvectors.ts';
import { squaredDistance } from '../../../src/core/math/cluster/squared-distance.ts';
import { fromRows, type Matrix, row } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';

const BITS = 10;
const STEPS = 2 ** BITS;
const CLIP = 3;
const D = 3;

const coordinate = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const point = fc.array(coordinate, { minLength: D, maxLength: D });
const points = fc.array(point, { minLength: 1, maxLength: 8 });
const centres = fromRows([
  [0, 0, 0],
  [300, 0, -200],
  [-500, 800, 1],
]);

/** The Frobenius norm of the matrix that a triangle stands for, squared. */
function isometric(triangle: Float64Array, weight = 2): number {
  return triangle.reduce((sum, x, at) => sum + (at < D ? 1 : weight) * x * x, 0);
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((x, i) => x - b[i]);
}

/** By how much one more point moves each statistic, in integers. */
function moved(before: readonly number[][], more: readonly number[]) {
  const [some, all] = [fromRows(before, D), fromRows([...before, more], D)].map((m) =>
    gridPoints(m, CLIP, BITS),
  );
  const sums = (m: Matrix): Float64Array => clusterSums(m, assignWithMargin(m, centres, 1), 3);
  const both = difference(sums(all), sums(some));
  return {
    outer: isometric(difference(outerTriangle(all), outerTriangle(some))),
    weights: difference(histogram(all, centres), histogram(some, centres)),
    sums: both.slice(0, 3 * D).reduce((sum, x) => sum + x * x, 0),
    counts: both.slice(3 * D),
  };
}

const l1 = (vector: Float64Array): number => vector.reduce((sum, x) => sum + Math.abs(x), 0);

describe('sensitivities in integers', () => {
  test('adding a point changes no statistic by more than declared', () => {
    fc.assert(
      fc.property(points, point, (before, more) => {
        const by = moved(before, more);
        expect(by.outer).toBeLessThanOrEqual(STEPS ** 4);
        expect(l1(by.weights)).toBe(1);
        expect(by.sums).toBeLessThanOrEqual(STEPS ** 2);
        expect(l1(by.counts)).toBe(1);
      }),
      { numRuns: 500 },
    );
  });

  test('and some point changes it by exactly that', () => {
    const by = moved([[0, 0, 0]], [CLIP, 0, 0]);
    expect(by.outer).toBe(STEPS ** 4);
    expect(by.sums).toBe(STEPS ** 2);
  });

  test('a sensitivity of the clip instead of its square is refuted', () => {
    const linear = fc.property(points, point, (before, more) => moved(before, more).outer <= STEPS ** 2);
    expect(fc.check(linear, { seed: 1, numRuns: 100 }).failed).toBe(true);
  });

  test('points beyond the range of squares are clipped too', () => {
    const grid = gridPoints(fromRows([[1e200, -1e200, 0]]), CLIP, BITS);
    expect(row(grid, 0).every(Number.isFinite)).toBe(true);
    expect(Math.sqrt(row(grid, 0).reduce((sum, x) => sum + x * x, 0))).toBeGreaterThan(STEPS - 3);
  });

  test("a whole client's contribution stays within its clips", () => {
    fc.assert(
      fc.property(points, fc.double({ min: 0.1, max: 1e7, noNaN: true }), (rows, clip) => {
        const triangle = clipTriangleToGrid(outerTriangle(fromRows(rows, D)), D, clip, BITS);
        expect(isometric(triangle)).toBeLessThanOrEqual(STEPS ** 2);
        const weights = clipSumToGrid(histogram(fromRows(rows, D), centres), clip, STEPS);
        expect(l1(weights)).toBeLessThanOrEqual(STEPS);
      }),
      { numRuns: 200 },
    );
  });
});

describe('statistics', () => {
  test('the triangle is that of the sum of outer products', () => {
    const m = fromRows([
      [1, 2, 0],
      [0, -1, 3],
    ]);
    expect([...outerTriangle(m)]).toEqual([1, 5, 9, 2, 0, -3]);
    expect([...symmetric(outerTriangle(m), 3).values]).toEqual([1, 2, 0, 2, 5, -3, 0, -3, 9]);
  });

  test('the triangle of many points is that of each, added in their order', () => {
    const withZeros = fc.array(fc.oneof(coordinate, fc.constant(0)), { minLength: D, maxLength: D });
    fc.assert(
      fc.property(fc.array(withZeros, { minLength: 1, maxLength: 12 }), (rows) => {
        const each = rows.map((one) => outerTriangle(fromRows([one])));
        const sum = each.reduce((before, one) => before.map((x, i) => x + one[i]));
        expect([...outerTriangle(fromRows(rows))]).toEqual([...sum]);
      }),
    );
  });

  test('sums do not depend on who holds which point', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 12 }), fc.nat(11), (rows, cut) => {
        const at = Math.min(cut, rows.length);
        const of = (proportion: readonly number[][]): Float64Array => {
          const grid = gridPoints(fromRows(proportion, D), CLIP, BITS);
          return clusterSums(grid, assignWithMargin(grid, centres, 1), 3);
        };
        const together = of(rows);
        const apart = of(rows.slice(0, at)).map((x, i) => x + of(rows.slice(at))[i]);
        expect([...apart]).toEqual([...together]);
      }),
    );
  });

  test('a margin excludes points without a clearly nearest centre', () => {
    const line = fromRows([[0], [10]]);
    const labels = assignWithMargin(fromRows([[1], [4], [9]]), line, 1 / 3);
    expect([...labels]).toEqual([0, NO_CLUSTER, 1]);
    expect([...assignWithMargin(fromRows([[1], [4], [9]]), line, 1)]).toEqual([0, 0, 1]);
  });

  test('coordinates are along the directions, in real units', () => {
    const coordinates = coordinatesOf(fromRows([[2, 4]]), fromRows([[0, 1]]), 0.5);
    expect([...coordinates.values]).toEqual([2]);
  });

  test('eigenvectors span the dominant subspace of a matrix, with a fixed sign', () => {
    const matrix = symmetric(
      outerTriangle(
        fromRows([
          [3, 4, 0],
          [-30, -40, 0],
          [0, 0, 1],
        ]),
      ),
      3,
    );
    const [first, second] = [0, 1].map((h) => [...row(topEigenvectors(matrix, 2), h)]);
    expect(first[0]).toBeCloseTo(0.6, 12);
    expect(first[1]).toBeCloseTo(0.8, 12);
    expect(second[2]).toBeCloseTo(1, 12);
    expect([...topEigenvectors(fromRows([[0]]), 3).values].slice(1)).toEqual([0, 0]);
  });
});

describe("the server's clustering", () => {
  test('light points are left out, unless too few would be left', () => {
    const weights = Float64Array.of(7, -3, 5, 4, 100);
    expect([...keepHeavy(weights, 5, 2).rows]).toEqual([0, 2, 4]);
    expect([...keepHeavy(weights, 50, 3).rows]).toEqual([0, 2, 4]);
    const none = keepHeavy(Float64Array.of(-1, -2, -3), 5, 2);
    expect([...none.rows]).toEqual([0, 1]);
    expect([...none.weights]).toEqual([1, 1]);
  });

  test('weights decide where centres are', () => {
    const line = fromRows([[0], [1], [10]]);
    const stream = new Random(1).stream('starts');
    const found = weightedKMeans(line, 2, Float64Array.of(1, 3, 1), 10, stream);
    expect([...found.values].toSorted((a, b) => a - b)).toEqual([0.75, 10]);
  });

  test('small and negative counts move no centre far away', () => {
    const sums = Float64Array.of(6, 8, 10, 2, 0.5, -4);
    const before = fromRows([[1], [2], [3]]);
    expect([...centresFrom(sums, 3).values]).toEqual([3, 8, 10]);
    expect([...centresFrom(sums, 3, before).values]).toEqual([3, 2, 3]);
  });

  test.each(['faces', 'corners', 'first'] as const)(
    'packed spheres keep their distance by the rule %s',
    (rule) => {
      const stream = new Random(4).stream('packing');
      const packed = packSpheres(5, 3, 2, rule, stream);
      let nearest = Infinity;
      for (let a = 0; a < 5; a++) {
        expect(row(packed, a).every((x) => Math.abs(x) <= 2)).toBe(true);
        for (let b = 0; b < a; b++) nearest = Math.min(nearest, squaredDistance(packed, a, packed, b));
      }
      expect(Math.sqrt(nearest)).toBeGreaterThan(rule === 'first' ? 0.5 : 1);
    },
  );
});
