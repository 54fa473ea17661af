import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { separateFromCentres } from '../../../../src/core/math/cluster/separation.ts';
import { fromRows } from '../../../../src/core/base/matrix.ts';

type Rows = readonly (readonly number[])[];

/** Few places on a grid, some of them far away, so that ties, thirds and equal centres abound. */
const instances: fc.Arbitrary<{ points: Rows; centres: Rows }> = fc.integer({ min: 1, max: 3 }).chain((d) => {
  const value = fc
    .tuple(fc.constantFrom(0, 0, 0, 2 ** 20), fc.integer({ min: -4, max: 4 }))
    .map(([far, near]) => far + near);
  const row = fc.array(value, { minLength: d, maxLength: d });
  return fc.record({
    points: fc.array(row, { minLength: 1, maxLength: 8 }),
    centres: fc.array(row, { minLength: 1, maxLength: 4 }),
  });
});

const squared = (x: readonly number[], y: readonly number[]): number =>
  x.reduce((sum, value, c) => sum + (value - y[c]) ** 2, 0);

/** By definition, in integers: the nearest centre, and whether it is three times nearer than every other. */
function judge(points: Rows, centres: Rows) {
  return points.map((x) => {
    const distances = centres.map((centre) => squared(x, centre));
    const nearest = distances.indexOf(Math.min(...distances));
    const clear = distances.every((distance, s) => s === nearest || 9 * distances[nearest] <= distance);
    const third = distances.some((distance, s) => s !== nearest && 9 * distances[nearest] === distance);
    return { nearest, clear, third: third && distances[nearest] > 0 };
  });
}

const separated = (points: Rows, centres: Rows): number[] => [
  ...separateFromCentres(fromRows(points), fromRows(centres)),
];

describe('separateFromCentres', () => {
  test('keeps what is three times nearer to one centre, and all of a set that would be empty', () => {
    const met = { out: 0, bare: 0, third: 0, equal: 0 };
    fc.assert(
      fc.property(instances, ({ points, centres }) => {
        const expected = judge(points, centres);
        const bare = centres.map((_, h) => expected.every(({ nearest, clear }) => !clear || nearest !== h));
        const labels = separated(points, centres);
        expect(labels).toEqual(
          expected.map(({ nearest, clear }) => (clear || bare[nearest] ? nearest : NO_CLUSTER)),
        );
        met.out += labels.filter((label) => label === NO_CLUSTER).length;
        met.bare += expected.filter(({ nearest }) => bare[nearest]).length;
        met.third += expected.filter(({ third, clear }) => third && clear).length;
        met.equal += Number(new Set(centres.map(String)).size < centres.length);
      }),
      { seed: 1, numRuns: 2000 },
    );
    // The instances are as hard as they are meant to be.
    const least = { out: 200, bare: 200, third: 100, equal: 100 };
    const rare = Object.entries(least).filter(([what, times]) => met[what as keyof typeof least] < times);
    expect(rare).toEqual([]);
  });

  test('leaves no centre without points that is the nearest of any', () => {
    fc.assert(
      fc.property(instances, ({ points, centres }) => {
        const wanted = new Set(judge(points, centres).map(({ nearest }) => nearest));
        const found = new Set(separated(points, centres).filter((label) => label !== NO_CLUSTER));
        expect(found).toEqual(wanted);
      }),
    );
  });

  test('does not depend on the scale or on what a power of two hides', () => {
    fc.assert(
      fc.property(instances, fc.integer({ min: -300, max: 300 }), ({ points, centres }, exponent) => {
        const scaled = (rows: Rows): Rows => rows.map((x) => x.map((value) => value * 2 ** exponent));
        expect(separated(scaled(points), scaled(centres))).toEqual(separated(points, centres));
      }),
    );
  });

  test.each([
    {
      what: 'exactly a third of the way counts',
      points: [[1], [2]],
      centres: [[0], [4]],
      labels: [0, NO_CLUSTER],
    },
    { what: 'one centre takes all', points: [[5], [-7], [0]], centres: [[1e9]], labels: [0, 0, 0] },
    {
      what: 'the first of equal centres takes their points',
      points: [[0], [1]],
      centres: [[0], [0]],
      labels: [0, NO_CLUSTER],
    },
    {
      what: 'halfway between two that have others is nowhere',
      points: [[0], [2], [4]],
      centres: [[0], [4]],
      labels: [0, NO_CLUSTER, 1],
    },
    {
      what: 'halfway between two that have none goes to the first',
      points: [[2], [2]],
      centres: [[0], [4]],
      labels: [0, 0],
    },
  ])('$what', ({ points, centres, labels }) => {
    expect(separated(points, centres)).toEqual(labels);
  });

  test('leaves its input as it was', () => {
    const points = fromRows([
      [1, 2],
      [3, 4],
    ]);
    const centres = fromRows([
      [0, 1],
      [5, 5],
    ]);
    const before = [points.values.slice(), centres.values.slice()];
    separateFromCentres(points, centres);
    expect([points.values, centres.values]).toEqual(before);
  });
});
