import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intoCube, outOfCube } from '../../../actors/fastlloyd/cube.ts';
import { COUNT_STEPS, localSums, movedCentres, type Step } from '../../../actors/fastlloyd/iteration.ts';
import { packSpheres } from '../../../actors/fastlloyd/packing.ts';
import { fromRows, type Matrix } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import { squaredDistance } from '../../../src/core/math/cluster/squared-distance.ts';

const SIDE = 2 ** 10;
const step = (radius: number, more: Partial<Step> = {}): Step => {
  return { method: 'fastlloyd', edge: 'fold', side: SIDE, radius, ...more };
};

const coordinate = fc.integer({ min: -SIDE, max: SIDE });
const place = fc.tuple(coordinate, coordinate, coordinate);
const places = (least: number) => fc.array(place, { minLength: least, maxLength: 12 });

/** By how much the sums, as one vector, and the counts of what a client adds differ. */
function moved(one: Float64Array, other: Float64Array, k: number): { sums: number; counts: number } {
  const split = (one.length / k - 1) * k;
  let [sums, counts] = [0, 0];
  one.forEach((x, at) => (at < split ? (sums += (x - other[at]) ** 2) : (counts += Math.abs(x - other[at]))));
  return { sums: Math.sqrt(sums), counts };
}

describe('adding a point', () => {
  test('changes sums by at most the radius and counts by one, wherever it lies', () => {
    fc.assert(
      fc.property(
        places(1),
        place,
        places(2),
        fc.integer({ min: 1, max: 4 * SIDE }),
        (rows, one, at, radius) => {
          const centres = fromRows(at);
          const [before, after] = [rows, [...rows, one]].map((all) =>
            localSums(fromRows(all), centres, step(radius)),
          );
          const { sums, counts } = moved(before, after, at.length);
          expect(sums).toBeLessThanOrEqual(radius);
          expect(counts).toBeLessThanOrEqual(COUNT_STEPS);
          // Outside of every radius it changes nothing.
          expect(counts === 0 ? sums : 0).toBe(0);
        },
      ),
    );
  });

  test('changes sums by the whole radius at its edge, and not at all just beyond', () => {
    const centres = fromRows([[0, 0, 0]]);
    const at = (x: number) =>
      moved(new Float64Array(4), localSums(fromRows([[x, 0, 0]]), centres, step(500)), 1);
    expect(at(500)).toEqual({ sums: 500, counts: COUNT_STEPS });
    expect(at(501)).toEqual({ sums: 0, counts: 0 });
  });

  test('changes the plain sums of GLloyd by at most half the diagonal', () => {
    const far = fromRows([[SIDE, -SIDE, SIDE]]);
    const bare = localSums(far, fromRows([[-SIDE, SIDE, -SIDE]]), step(1, { method: 'glloyd' }));
    expect(moved(new Float64Array(4), bare, 1).sums).toBeCloseTo(Math.sqrt(3) * SIDE, 9);
  });

  test('would change them by more than the radius if an empty cluster sent a count and its centre', () => {
    // What the authors' program does: a first point then takes the sentinel away besides.
    const sentinel = (points: Matrix, centres: Matrix): Float64Array => {
      const sums = localSums(points, centres, step(10 * SIDE, { method: 'glloyd' }));
      if (sums[3] === 0) sums.set([...centres.values.subarray(0, 3), COUNT_STEPS]);
      return sums;
    };
    const centres = fromRows([[-SIDE, -SIDE, -SIDE]]);
    const none = { rows: 0, columns: 3, values: new Float64Array() };
    const one = fromRows([[SIDE, SIDE, SIDE]]);
    expect(moved(sentinel(none, centres), sentinel(one, centres), 1).sums).toBeGreaterThan(
      Math.sqrt(3) * SIDE,
    );
  });
});

describe('centres', () => {
  const wild = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });

  test.each(['fold', 'clamp'] as const)(
    'stay in the cube and within the radius whatever the noise, with %s',
    (edge) => {
      fc.assert(
        fc.property(
          place,
          fc.array(wild, { minLength: 4, maxLength: 4 }),
          fc.integer({ min: 1, max: 4 * SIDE }),
          (at, noisy, radius) => {
            const before = fromRows([at]);
            const after = movedCentres(Float64Array.from(noisy), before, step(radius, { edge }));
            expect([...after.values].every((x) => Math.abs(x) <= SIDE && Number.isInteger(x))).toBe(true);
            // Each coordinate is rounded.
            expect(Math.sqrt(squaredDistance(before, 0, after, 0))).toBeLessThanOrEqual(
              radius + Math.sqrt(3) / 2,
            );
          },
        ),
      );
    },
  );

  test.each([0, -COUNT_STEPS])('are finite at a count of %d', (count) => {
    const after = movedCentres(Float64Array.of(5, -7, 0, count), fromRows([[1, 2, 3]]), step(100));
    expect(after.values.every(Number.isInteger)).toBe(true);
    const bare = movedCentres(
      Float64Array.of(5, -7, 0, count),
      fromRows([[1, 2, 3]]),
      step(100, { method: 'glloyd' }),
    );
    expect(bare.values.every(Number.isFinite)).toBe(true);
  });

  test('return by reflection', () => {
    const after = movedCentres(
      Float64Array.of(100, 0, 0, COUNT_STEPS),
      fromRows([[SIDE - 30, 0, 0]]),
      step(SIDE),
    );
    expect([...after.values]).toEqual([SIDE - 70, 0, 0]);
  });
});

test('the announced range is mapped to the cube and back, and points outside move to its edge', () => {
  const range = { minimum: [0, -5, 7], maximum: [10, 5, 7] };
  const grid = intoCube(
    fromRows([
      [0, 5, 7],
      [12, -9, 7],
    ]),
    range,
    10,
  );
  expect([...grid.values]).toEqual([-SIDE, SIDE, 0, SIDE, -SIDE, 0]);
  expect([...outOfCube(grid, range, 10).values]).toEqual([0, 5, 7, 10, -5, 7]);
});

test('spheres are as far apart as the first distance that works', () => {
  const packed = packSpheres(15, 2, new Random(3).stream('spheres'));
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < 15; a++)
    for (let b = 0; b < a; b++) least = Math.min(least, squaredDistance(packed, a, packed, b));
  // For 15 in the plane that is 1/8.
  expect(Math.sqrt(least)).toBeGreaterThanOrEqual(0.25);
  expect(packed.values.every((x) => Math.abs(x) <= 1 - 0.125)).toBe(true);
});
