import { expect, test } from 'vitest';
import { fromRows, type Matrix, selectRows } from '../../../../src/core/base/matrix.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { anchored } from '../../../../src/core/math/leakage/anchoring.ts';

const HEIGHT = 2;

/** Points in space; the first `flat` lie in the plane of this height, in which no line has more than two. */
function cloud(flat: number): Matrix {
  const stream = new Random(1).stream('points');
  return fromRows(
    Array.from({ length: 30 }, (_, i) => [
      stream.uniform(),
      stream.uniform(),
      i < flat ? HEIGHT : HEIGHT + stream.uniform() - 0.2,
    ]),
  );
}

const heightOf = ({ values }: Matrix): number =>
  values.reduce((sum, value, at) => sum + (at % 3 === 2 ? value : 0), 0);

test.each([3, 5, 8])(
  '%i known points in a plane leave two images, mirrored at it, and the more plausible one is taken',
  (flat) => {
    const points = cloud(flat);
    const rows = [...Array(flat).keys()];
    const known = selectRows(points, rows);
    const upright = anchored(points, rows, known, true, heightOf);
    const below = anchored(points, rows, known, true, (coordinates) => -heightOf(coordinates));
    points.values.forEach((value, at) => {
      expect(upright.values[at]).toBeCloseTo(value, 9);
      expect(below.values[at]).toBeCloseTo(at % 3 === 2 ? 2 * HEIGHT - value : value, 9);
    });
  },
);
