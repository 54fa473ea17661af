import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { integerDistances, sumsAreExact } from '../../../../src/core/math/cluster/integer-distances.ts';
import { instances, tableOf } from '../../../support/cluster-reference.ts';

describe('integerDistances', () => {
  it('keeps the contract: exact integers, and approximations to 2^-40 that are 0 only for 0', () => {
    fc.assert(
      fc.property(instances, (instance) => {
        const { points, labels, k } = instance;
        const found = integerDistances(points, labels, k);
        const table = tableOf(instance);
        expect(found.points).toBe(points.rows);
        expect([...found.sizes]).toEqual(table.sizes);
        for (const [i, row] of table.distances.entries()) {
          for (const [h, expected] of row.entries()) {
            expect(found.exact(i, h)).toBe(expected);
            const error = Math.abs(found.approximate(i, h) - Number(expected));
            expect(error).toBeLessThanOrEqual(Number(expected) * 2 ** -40);
          }
        }
      }),
    );
  });

  it('is exact where a difference needs more bits than a double has', () => {
    const points = fromRows([[2 ** 51], [-(2 ** 51)], [-(2 ** 51) - 1]]);
    const distances = integerDistances(points, Uint16Array.of(0, 1, 1), 2);
    expect(distances.exact(0, 1)).toBe((2n ** 53n + 1n) ** 2n);
  });

  it('refuses points whose sums it cannot hold', () => {
    const points = fromRows([[0.5]]);
    expect(() => integerDistances(points, Uint16Array.of(0), 1)).toThrow('exactly');
  });
});

describe('sumsAreExact', () => {
  it('holds up to m max|x| = 2^53, exclusively', () => {
    expect(sumsAreExact(fromRows([[2 ** 52 - 1], [1 - 2 ** 52]]))).toBe(true);
    expect(sumsAreExact(fromRows([[0], [-(2 ** 52)]]))).toBe(false);
    expect(sumsAreExact(fromRows([], 3))).toBe(true);
  });

  it.each([0.5, NaN, Infinity, -Infinity])('does not hold for %s', (value) => {
    expect(sumsAreExact(fromRows([[1, value]]))).toBe(false);
  });
});
