import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsOf, cubeGrid, drawIn, HALF, levelsFor, middleOf } from '../../../actors/mufc/cube.ts';
import { Random } from '../../../src/core/base/random.ts';

const inCube = fc.double({ min: -HALF, max: HALF, noNaN: true });

/** Grids of so many levels, shifted or not. */
const grids = (levels: number, dimension: number) => [
  cubeGrid(dimension, levels, undefined),
  cubeGrid(dimension, levels, 7),
];

describe('the grid in the unit cube', () => {
  test.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [100, 10],
    [12_009, 110],
  ])(
    'of %d points has %d levels in each dimension: the least whole number that is at least its root',
    (points, levels) => {
      expect(levelsFor(points)).toBe(levels);
    },
  );

  test('puts every point into a cell whose middle is at most half a level away', () => {
    fc.assert(
      fc.property(
        fc.array(inCube, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 64 }),
        (point, levels) => {
          const centres = { rows: 1, columns: point.length, values: Float64Array.from(point) };
          for (const grid of grids(levels, point.length)) {
            const [{ place, count }] = cellsOf(centres, [3], grid);
            expect(count).toBe(3);
            for (const [c, x] of middleOf(place, grid).entries())
              expect(Math.abs(x - point[c])).toBeLessThanOrEqual(0.5 / levels + 1e-12);
          }
        },
      ),
    );
  });

  test('draws points in the cell that it is asked for', () => {
    const stream = new Random(1).stream('cells');
    for (const grid of grids(7, 2))
      for (let level = 0; level < 7; level++) {
        const values = Float64Array.from(drawIn([level, 6 - level], grid, stream));
        expect(cellsOf({ rows: 1, columns: 2, values }, [1], grid)[0].place).toEqual([level, 6 - level]);
      }
  });

  test('is shifted by less than a cell, the same for everybody with the seed, and so has a level more', () => {
    const { levels, shift = [] } = cubeGrid(3, 10, 7);
    expect(levels).toBe(11);
    expect(shift).toHaveLength(3);
    expect(shift.every((x) => x >= 0 && x < 1)).toBe(true);
    expect(cubeGrid(3, 10, 7)).toEqual(cubeGrid(3, 10, 7));
    expect(cubeGrid(3, 10, 8).shift).not.toEqual(shift);
  });
});
