import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { squaredDistance } from '../../../../src/core/math/cluster/squared-distance.ts';

describe('squaredDistance', () => {
  it('takes the rows it is told, and scales the second', () => {
    const a = fromRows([
      [9, 9],
      [10, 20],
    ]);
    const b = fromRows([
      [0, 0],
      [0, 0],
      [3, 5],
    ]);
    expect(squaredDistance(a, 1, b, 2)).toBe(7 ** 2 + 15 ** 2);
    expect(squaredDistance(a, 1, b, 2, 3)).toBe(1 ** 2 + 5 ** 2);
  });

  it('has a relative error below 2^-40 on long rows of large integers', () => {
    const columns = fc.constantFrom(1, 1024, 1025, 5000);
    const seed = fc.integer({ min: 1, max: 2 ** 31 - 2 });
    fc.assert(
      fc.property(columns, seed, fc.constantFrom(1, 3, 1000), (d, start, scale) => {
        let state = start;
        const next = () => (state = (state * 48271) % 2147483647);
        const a = Array.from({ length: d }, () => next() * 2 ** 20 + next());
        const b = Array.from({ length: d }, () => next() * 1000 + next());
        const expected = a.reduce((sum, x, c) => sum + (BigInt(x) - BigInt(scale) * BigInt(b[c])) ** 2n, 0n);
        const found = BigInt(squaredDistance(fromRows([a]), 0, fromRows([b]), 0, scale));
        const error = found > expected ? found - expected : expected - found;
        expect(error * 2n ** 40n <= expected).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('does not lose a long row of small terms behind a large one', () => {
    // Each of the 2^15 - 1 small squares is below half a unit in the last place of the large one.
    const x = new Float64Array(2 ** 15).fill(2 ** 25);
    x[0] = 2 ** 52;
    const expected = 2n ** 104n + (2n ** 15n - 1n) * 2n ** 50n;
    const found = BigInt(squaredDistance(fromRows([x]), 0, fromRows([new Float64Array(2 ** 15)]), 0));
    expect((expected - found) * 2n ** 40n <= expected).toBe(true);
  });

  it('is 0 for equal rows, however ugly', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, (x) => {
        expect(squaredDistance(fromRows([x]), 0, fromRows([x]), 0)).toBe(0);
      }),
    );
  });
});
