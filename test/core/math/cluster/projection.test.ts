import * as fc from 'fast-check';
import { Matrix as Dense, SingularValueDecomposition } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { projectToSingularVectors } from '../../../../src/core/math/cluster/projection.ts';
import { fromRows, type Matrix, row } from '../../../../src/core/base/matrix.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { absent, pointsOf } from '../../../support/cluster-vectors.ts';

type Rows = readonly (readonly number[])[];

/** Relative to the sum of squares of the whole; the singular values' own squares are good to this. */
const ROUNDING = 1e-12;

const small = fc.integer({ min: -3, max: 3 });
const real = fc.integer({ min: -(2 ** 30), max: 2 ** 30 }).map((value) => value / 2 ** 30);

const rowsOf = (value: fc.Arbitrary<number>, m: number, d: number): fc.Arbitrary<number[][]> =>
  fc.array(fc.array(value, { minLength: d, maxLength: d }), { minLength: m, maxLength: m });

/** Wide, tall and square, anywhere or on a grid, or the product of two thin ones, so of few dimensions. */
const pointSets: fc.Arbitrary<Rows> = fc
  .record({
    m: fc.integer({ min: 1, max: 9 }),
    d: fc.integer({ min: 1, max: 9 }),
    r: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ m, d, r }) =>
    fc.oneof(
      rowsOf(real, m, d),
      rowsOf(small, m, d),
      fc.tuple(rowsOf(small, m, r), rowsOf(small, r, d)).map(([a, b]) => product(a, b)),
    ),
  );

const instances = fc.record({ points: pointSets, rank: fc.integer({ min: 1, max: 11 }) });

function product(a: Rows, b: Rows): number[][] {
  return a.map((x) => b[0].map((_, c) => x.reduce((sum, value, i) => sum + value * b[i][c], 0)));
}

const projected = (points: Rows, rank: number): Matrix => projectToSingularVectors(fromRows(points), rank);

const rowsIn = (matrix: Matrix): number[][] =>
  Array.from({ length: matrix.rows }, (_, i) => [...row(matrix, i)]);

const scaled = (rows: Rows, factor: number): number[][] => rows.map((x) => x.map((value) => value * factor));

const transposed = (rows: Rows): number[][] => rows[0].map((_, c) => rows.map((x) => x[c]));

/** Inner products of all pairs of rows: distances and angles in one. */
const gram = (rows: Rows): number[][] => product(rows, transposed(rows));

const total = (rows: Rows): number => rows.flat().reduce((sum, value) => sum + value ** 2, 0);

/** What the full decomposition says, by one-sided rotations and without any Gram matrix. */
function decomposed(points: Rows) {
  const { diagonal, rightSingularVectors } = new SingularValueDecomposition(
    new Dense(points.map((x) => [...x])),
    { autoTranspose: true },
  );
  return { squares: diagonal.map((value) => value ** 2), right: rightSingularVectors.to2DArray() };
}

/** The largest difference between two entries; without bound where the shapes are not the same. */
function difference(found: Rows, expected: Rows): number {
  if (String(found.map((x) => x.length)) !== String(expected.map((x) => x.length))) return Infinity;
  return Math.max(0, ...found.flatMap((x, i) => x.map((value, c) => Math.abs(value - expected[i][c]))));
}

describe('projectToSingularVectors', () => {
  test('has orthogonal columns, each with the square of its singular value, the largest first', () => {
    fc.assert(
      fc.property(instances, ({ points, rank }) => {
        const { squares } = decomposed(points);
        const found = projected(points, rank);
        expect([found.rows, found.columns]).toEqual([points.length, rank]);
        const expected = Array.from({ length: rank }, (_, a) =>
          Array.from({ length: rank }, (__, b) => (a === b ? (squares[a] ?? 0) : 0)),
        );
        expect(difference(gram(transposed(rowsIn(found))), expected)).toBeLessThanOrEqual(
          ROUNDING * total(points),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('keeps as much of the sum of squares as any directions could, and invents none', () => {
    fc.assert(
      fc.property(instances, rowsOf(real, 9, 11), ({ points, rank }, directions) => {
        const kept = total(rowsIn(projected(points, rank)));
        const others = orthonormal(directions.map((x) => x.slice(0, rank)).slice(0, points[0].length));
        const slack = ROUNDING * total(points);
        expect(total(product(points, others))).toBeLessThanOrEqual(kept + slack);
        expect(kept).toBeLessThanOrEqual(total(points) + slack);
        rowsIn(projected(points, rank)).forEach((x, i) => {
          expect(total([x])).toBeLessThanOrEqual(total([points[i]]) + slack);
        });
      }),
    );
  });

  test('has the distances and angles of the points along the top singular vectors', () => {
    let compared = 0;
    fc.assert(
      fc.property(instances, ({ points, rank }) => {
        const { squares, right } = decomposed(points);
        // Where two singular values are equal, either direction will do.
        const gap = (squares[rank - 1] ?? 0) - (squares[rank] ?? 0);
        if (rank < squares.length && gap < 1e-3 * squares[0]) return;
        const along = product(
          points,
          right.map((vector) => vector.slice(0, rank)),
        );
        expect(difference(gram(rowsIn(projected(points, rank))), gram(along))).toBeLessThanOrEqual(
          1e-9 * total(points),
        );
        compared++;
      }),
      { numRuns: 500 },
    );
    expect(compared).toBeGreaterThan(250);
  });

  test('changes no distance where no dimension is lost, and leaves 0 in those to spare', () => {
    fc.assert(
      fc.property(pointSets, fc.nat(3), (points, spare) => {
        const enough = Math.min(points.length, points[0].length);
        const found = rowsIn(projected(points, enough + spare));
        expect(difference(gram(found), gram(points))).toBeLessThanOrEqual(ROUNDING * total(points));
        for (const x of found) expect(x.slice(enough)).toEqual(Array.from({ length: spare }, () => 0));
      }),
    );
  });

  /** How far the projection is off that of the points at another scale, relative to their sum of squares. */
  const error = (factor: number): number => {
    let worst = 0;
    fc.assert(
      fc.property(instances, ({ points, rank }) => {
        const there = scaled(rowsIn(projected(scaled(points, factor), rank)), 1 / factor);
        const here = rowsIn(projected(points, rank));
        const off = difference(gram(transposed(there)), gram(transposed(here)));
        worst = Math.max(worst, off / (total(points) || 1));
      }),
      { seed: 4 },
    );
    return worst;
  };

  test.each([2 ** -200, 2 ** -50, 2 ** 50, 2 ** 200])('scales with the points, by %d', (factor) => {
    expect(error(factor)).toBeLessThanOrEqual(ROUNDING);
  });

  test('scales with points that are as large as is allowed', () => {
    expect(error(2 ** 498)).toBeLessThanOrEqual(ROUNDING);
  });

  test('scales with points that are tiny', () => {
    expect(error(2 ** -400)).toBeLessThanOrEqual(ROUNDING);
  });

  test('takes coordinates that are almost 0', () => {
    const found = rowsIn(
      projected(
        [
          [0, 0],
          [4.9e-318, 0.5],
        ],
        1,
      ),
    );
    expect(found.flat().map(Math.abs)).toEqual([0, expect.closeTo(0.5, 12)]);
  });

  test.each([
    { m: 60, d: 20 },
    { m: 20, d: 60 },
    { m: 40, d: 40 },
  ])('agrees with the full decomposition of $m points in $d dimensions', ({ m, d }) => {
    const stream = new Random(m).stream('points');
    const points = Array.from({ length: m }, () => Array.from({ length: d }, () => 10 + stream.uniform()));
    const { right, squares } = decomposed(points);
    for (const rank of [1, 2, 5, 20, 70]) {
      const found = rowsIn(projected(points, rank));
      const along = product(
        points,
        right.map((vector) => vector.slice(0, rank)),
      );
      expect(difference(gram(found), gram(along))).toBeLessThanOrEqual(1e-9 * squares[0]);
    }
  });

  test.each([
    { what: 'one point', points: [[3, 4]], found: [5] },
    { what: 'one coordinate', points: [[3], [-4]], found: [3, 4] },
    {
      what: 'only zeros',
      points: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      found: [0, 0],
    },
  ])('$what', ({ points, found }) => {
    const values = rowsIn(projected(points, 1)).flat();
    expect(values.map(Math.abs)).toEqual(found.map((value) => expect.closeTo(value, 12)));
  });

  const twins = pointSets.filter((points) => points.flat().some((value) => value !== 0));

  test('puts equal points of few dimensions in one place', () => {
    fc.assert(
      fc.property(twins, fc.integer({ min: 1, max: 9 }), (points, rank) => {
        const copies = Math.ceil(points[0].length / points.length);
        const found = rowsIn(projected(Array.from({ length: 1 + copies }, () => points).flat(), rank));
        found.forEach((x, i) => expect(x).toEqual(found[i % points.length]));
      }),
    );
  });

  test('puts equal points of many dimensions in one place, but for rounding', () => {
    fc.assert(
      fc.property(rowsOf(real, 2, 7), fc.integer({ min: 1, max: 9 }), (points, rank) => {
        const found = rowsIn(projected([...points, ...points], rank));
        // Half of the digits: singular values of 0 are roots of rounding errors.
        expect(difference(found.slice(0, 2), found.slice(2))).toBeLessThanOrEqual(
          1e-7 * Math.sqrt(total(points)),
        );
      }),
    );
  });

  test('leaves its input as it was', () => {
    for (const rows of [[[1, 2, 3]], [[1], [2], [3]]]) {
      const points = fromRows(rows);
      projectToSingularVectors(points, 2);
      expect(rowsIn(points)).toEqual(rows);
    }
  });
});

describe.skipIf(absent)('projectToSingularVectors of real data', () => {
  test.each(absent ? [] : ['iris', 'wine', 'digits'])('agrees with the full decomposition of %s', (name) => {
    const points = rowsIn(pointsOf(name)).slice(0, 500);
    const { right, squares } = decomposed(points);
    for (const rank of [1, 2, 3, 10]) {
      const found = rowsIn(projected(points, rank));
      const along = product(
        points,
        right.map((vector) => vector.slice(0, rank)),
      );
      expect(difference(gram(found.slice(0, 50)), gram(along.slice(0, 50)))).toBeLessThanOrEqual(
        1e-9 * squares[0],
      );
      expect(
        difference([[total(found)]], [[squares.slice(0, rank).reduce((sum, value) => sum + value, 0)]]),
      ).toBeLessThanOrEqual(ROUNDING * total(points));
    }
  });
});

/** Gram and Schmidt, twice; columns that depend on those before them become 0. */
function orthonormal(columns: Rows): number[][] {
  const found: number[][] = [];
  for (const column of transposed(columns)) {
    let rest = column;
    for (const other of [...found, ...found]) {
      const along = rest.reduce((sum, value, i) => sum + value * other[i], 0);
      rest = rest.map((value, i) => value - along * other[i]);
    }
    const length = Math.sqrt(total([rest]));
    found.push(rest.map((value) => (length < 1e-6 ? 0 : value / length)));
  }
  return transposed(found);
}
