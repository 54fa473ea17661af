import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { coordinateRanges } from '../../../src/run/data/range.ts';
import { fromRows, zeros } from '../../../src/core/base/matrix.ts';

test('every column has its own least and largest value', () => {
  const value = fc.double({ noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1 }), (rows) => {
      const points = fromRows(rows);
      const before = points.values.slice();
      const { minimum, maximum } = coordinateRanges(points);
      for (let c = 0; c < 3; c++) {
        // As numbers: which of 0 and -0 is found does not matter.
        expect(minimum[c] === Math.min(...rows.map((row) => row[c]))).toBe(true);
        expect(maximum[c] === Math.max(...rows.map((row) => row[c]))).toBe(true);
      }
      expect(points.values).toEqual(before);
    }),
  );
});

test('no points have no range', () => {
  expect(() => coordinateRanges(zeros(0, 2))).toThrow('the range of no points');
});
