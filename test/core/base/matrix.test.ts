import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromRows, row, selectRows, zeros } from '../../../src/core/base/matrix.ts';

const matrices = fc.tuple(fc.nat(6), fc.nat(5)).chain(([rows, columns]) =>
  fc.array(fc.array(fc.double(), { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  }),
);

test('a matrix of zeros lies in shared memory, so that threads need no copy, unless it is tiny', () => {
  const matrix = zeros(3, 3);
  expect(matrix.values.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(zeros(2, 4).values.buffer).toBeInstanceOf(ArrayBuffer);
  expect([...matrix.values]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

describe('rows', () => {
  test('come back as they were put in', () => {
    fc.assert(
      fc.property(matrices, (rows) => {
        const matrix = fromRows(rows);
        expect(matrix.rows).toBe(rows.length);
        expect(rows.map((_, i) => [...row(matrix, i)])).toEqual(rows);
      }),
    );
  });

  test('of different lengths are refused by number', () => {
    expect(() => fromRows([[1, 2], [3]])).toThrow('row 1 has 1 values, not 2');
    expect(() => fromRows([[1, 2]], 3)).toThrow('row 0 has 2 values, not 3');
  });

  test('are views, through which the matrix changes', () => {
    const matrix = fromRows([
      [1, 2],
      [3, 4],
    ]);
    row(matrix, 1)[0] = 9;
    expect([...matrix.values]).toEqual([1, 2, 9, 4]);
  });

  test('that are selected are copies, in the order asked for and as often', () => {
    const matrix = fromRows([[1], [2], [3]]);
    const selected = selectRows(matrix, Uint32Array.of(2, 0, 2));
    row(selected, 0)[0] = 9;
    expect([...selected.values]).toEqual([9, 1, 3]);
    expect([...matrix.values]).toEqual([1, 2, 3]);
  });

  test('no row at all still has its columns', () => {
    expect(selectRows(zeros(3, 4), [])).toMatchObject({ rows: 0, columns: 4 });
    expect(fromRows([], 4)).toMatchObject({ rows: 0, columns: 4 });
  });
});
