import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align, spannedDimension } from '../../../../src/core/math/leakage/alignment.ts';
import { affineRank, type Observation, place } from '../../../../src/core/math/leakage/geometry.ts';
import { centresOf } from '../../../../src/core/math/cluster/centres.ts';
import { type Labels, NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { lloyd } from '../../../../src/core/math/cluster/lloyd.ts';
import { squaredDistance } from '../../../../src/core/math/cluster/squared-distance.ts';
import { fromRows, type Matrix, selectRows, zeros } from '../../../../src/core/base/matrix.ts';
import { Random } from '../../../../src/core/base/random.ts';

function cloud(points: number, dimension: number, seed = 1): Matrix {
  const stream = new Random(seed).stream('points');
  const matrix = zeros(points, dimension);
  for (let i = 0; i < matrix.values.length; i++) matrix.values[i] = stream.integer(2001) - 1000;
  return matrix;
}

function observe(points: Matrix, labels: Labels, clusters: number): Observation {
  const centres = centresOf(points, labels, clusters);
  const distances = zeros(points.rows, clusters);
  for (let i = 0; i < points.rows; i++) {
    for (let h = 0; h < clusters; h++) {
      distances.values[i * clusters + h] = squaredDistance(points, i, centres, h);
    }
  }
  return { labels, distances };
}

/** What is seen while Lloyd runs. */
function observeLloyd(points: Matrix, clusters: number, rounds: number): Observation[] {
  const stream = new Random(2).stream('start');
  const labels = Uint16Array.from({ length: points.rows }, () => stream.integer(clusters));
  const { history } = lloyd(points, clusters, { labels }, { maxIterations: rounds });
  return history.slice(0, -1).map((seen) => observe(points, seen, clusters));
}

/** The largest error of a placed pair's squared distance, as a share of the largest one. */
function worstError(points: Matrix, placed: Matrix): number {
  let worst = 0;
  let largest = 0;
  for (let i = 0; i < points.rows; i++) {
    for (let j = 0; j < i; j++) {
      const actual = squaredDistance(points, i, points, j);
      worst = Math.max(worst, Math.abs(squaredDistance(placed, i, placed, j) - actual));
      largest = Math.max(largest, actual);
    }
  }
  return worst / largest;
}

describe('points placed by their distances to means', () => {
  test.each([
    { m: 60, d: 1, k: 2, rounds: 2 },
    { m: 100, d: 2, k: 3, rounds: 1 },
    { m: 200, d: 5, k: 3, rounds: 6 },
    { m: 200, d: 12, k: 8, rounds: 6 },
  ])('have all their distances: $m points of dimension $d, k=$k, $rounds rounds', ({ m, d, k, rounds }) => {
    const points = cloud(m, d);
    const seen = observeLloyd(points, k, rounds);
    expect(affineRank(seen)).toBe(d);
    const { coordinates, heights } = place(seen);
    expect(coordinates.columns).toBe(d);
    expect(Math.max(...heights)).toBeLessThan(1e-3);
    expect(worstError(points, coordinates)).toBeLessThan(1e-9);
  });

  test('lie in a plane when the centres do, each as high above it as it is', () => {
    const points = cloud(80, 6);
    const [first] = observeLloyd(points, 3, 1);
    expect(affineRank([first])).toBe(2);
    const { coordinates, heights } = place([first]);
    const centres = centresOf(points, first.labels, 3);
    // The distance of a point to a centre is that in the plane and its height.
    const own = Array.from({ length: 3 }, (_, h) => {
      const rows = [...first.labels.keys()].filter((i) => first.labels[i] === h);
      const sums = rows.map((i) => coordinates.values.subarray(2 * i, 2 * i + 2));
      return [0, 1].map((c) => sums.reduce((sum, at) => sum + at[c] / rows.length, 0));
    });
    for (let i = 0; i < points.rows; i++) {
      for (let h = 0; h < 3; h++) {
        const inPlane = [0, 1].reduce((sum, c) => sum + (coordinates.values[2 * i + c] - own[h][c]) ** 2, 0);
        const actual = squaredDistance(points, i, centres, h);
        expect(Math.abs(inPlane + heights[i] - actual)).toBeLessThan(1e-9 * actual);
      }
    }
  });

  test('need one centre more than dimensions: a cluster at a time', () => {
    const points = cloud(40, 3);
    const labels = Uint16Array.from({ length: 40 }, (_, i) => (i < 2 ? i : NO_CLUSTER));
    const single = (first: number): Observation =>
      observe(
        points,
        labels.map((_, i) => (i === first ? 0 : i === first + 1 ? 1 : NO_CLUSTER)),
        2,
      );
    expect(affineRank([single(0)])).toBe(1);
    expect(affineRank([single(0), single(2)])).toBe(3);
    expect(worstError(points, place([single(0), single(2)]).coordinates)).toBeLessThan(1e-9);
  });

  test('come out the same however the points are turned, mirrored and shifted', () => {
    const turned = ({ values, rows }: Matrix): Matrix => {
      const target = zeros(rows, 2);
      for (let i = 0; i < rows; i++) {
        target.values[2 * i] = 7 - values[2 * i + 1];
        target.values[2 * i + 1] = values[2 * i] + 3;
      }
      return target;
    };
    const points = cloud(50, 2);
    const stream = new Random(4).stream('labels');
    const labels = Uint16Array.from({ length: 50 }, () => stream.integer(4));
    const placed = place([observe(points, labels, 4)]).coordinates;
    const other = place([observe(turned(points), labels, 4)]).coordinates;
    expect(worstError(placed, other)).toBeLessThan(1e-9);
  });

  test('are none when nothing was seen, and at one place when all points are', () => {
    expect(affineRank([])).toBe(0);
    const points = zeros(10, 3);
    const labels = Uint16Array.from({ length: 10 }, (_, i) => i % 2);
    const { coordinates, heights } = place([observe(points, labels, 2)]);
    expect(coordinates.columns).toBe(0);
    expect([...heights]).toEqual(Array.from({ length: 10 }, () => 0));
  });
});

describe('fixing the isometry', () => {
  const seen = (points: Matrix): Matrix => place(observeLloyd(points, 4, 6)).coordinates;

  test('by as many known points as span the space gives everything', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 1000 }), (d, seed) => {
        const points = cloud(60, d, seed);
        const known = Array.from({ length: d + 1 }, (_, i) => 7 * i);
        fc.pre(spannedDimension(selectRows(points, known)) === d);
        const placed = seen(points);
        fc.pre(placed.columns === d);
        const aligned = align(placed, known, selectRows(points, known));
        const worst = Math.max(...aligned.values.map((value, at) => Math.abs(value - points.values[at])));
        expect(worst).toBeLessThan(1e-3);
      }),
      { numRuns: 30 },
    );
  });

  test('by fewer leaves others in the wrong place', () => {
    const points = cloud(60, 4);
    const known = [0, 7];
    const aligned = align(seen(points), known, selectRows(points, known));
    const worst = Math.max(...aligned.values.map((value, at) => Math.abs(value - points.values[at])));
    expect(worst).toBeGreaterThan(10);
  });

  test('of points at one place is a shift', () => {
    expect(align(zeros(3, 0), [1], fromRows([[5, 6]]))).toEqual(
      fromRows([
        [5, 6],
        [5, 6],
        [5, 6],
      ]),
    );
  });

  test.each([
    [[[1, 2, 3]], 0],
    [
      [
        [1, 2],
        [1, 2],
      ],
      0,
    ],
    [
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      1,
    ],
    [
      [
        [0, 0, 1],
        [1, 0, 1],
        [0, 1, 1],
        [5, 5, 1],
      ],
      2,
    ],
  ])('%j spans %i dimensions', (rows, dimension) => {
    expect(spannedDimension(fromRows(rows as number[][]))).toBe(dimension);
  });
});
