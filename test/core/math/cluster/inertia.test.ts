import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRows, selectRows } from '../../../../src/core/base/matrix.ts';
import { inertia, inertiaAbout } from '../../../../src/core/math/cluster/inertia.ts';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';

/** Values of very different size, whose sums depend on the order unless they are exact. */
const value = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
);

describe('inertia', () => {
  it('adds the squared distances to the means, over the points that are in a cluster', () => {
    const points = fromRows([
      [0, 0],
      [2, 4],
      [7, 7],
      [9, 9],
    ]);
    expect(inertia(points, Uint16Array.of(1, 1, 2, NO_CLUSTER), 3)).toBe(10);
    expect(inertia(points, new Uint16Array(4).fill(NO_CLUSTER), 3)).toBe(0);
  });

  it('does not depend on the order of the points, to the last bit', () => {
    const shuffled = fc
      .array(fc.record({ x: fc.tuple(value, value), h: fc.nat({ max: 2 }) }), { minLength: 1, maxLength: 40 })
      .chain((points) =>
        fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: points.length })),
      );
    fc.assert(
      fc.property(shuffled, (orders) => {
        const [a, b] = orders.map((order) =>
          inertia(
            fromRows(order.map(({ x }) => x)),
            Uint16Array.from(order, ({ h }) => h),
            3,
          ),
        );
        expect(b).toBe(a);
      }),
    );
  });

  it('is least about the means', () => {
    const points = fromRows([[0.5], [1.25], [7], [-3.5]]);
    const labels = Uint16Array.of(0, 0, 1, 0);
    const least = inertia(points, labels, 2);
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(inertiaAbout(points, labels, fromRows([[a], [b]]))).toBeGreaterThanOrEqual(least);
      }),
    );
    expect(inertiaAbout(points, labels, fromRows([[-1.75 / 3], [7]]))).toBeCloseTo(least, 12);
  });

  it('of integers is that of the same points elsewhere and in halves', () => {
    const points = fromRows([
      [0, 3],
      [5, -8],
      [2, 2],
      [9, 1],
    ]);
    const labels = Uint16Array.of(0, 1, 0, 1);
    const half = { ...points, values: points.values.map((x) => x / 2 + 0.25) };
    expect(inertia(half, labels, 2) * 4).toBeCloseTo(inertia(points, labels, 2), 12);
  });

  it('refuses labels of another length', () => {
    const points = selectRows(fromRows([[0.5]]), [0, 0]);
    expect(() => inertia(points, Uint16Array.of(0), 1)).toThrow('1 labels for 2 points');
  });
});
