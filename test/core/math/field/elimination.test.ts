import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rank, rowReduce, vanishingCombinations } from '../../../../src/core/math/field/elimination.ts';
import type { Field } from '../../../../src/core/math/field/field.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { WordField } from '../../../../src/core/math/field/word-field.ts';

/** The same small matrices over every field: few different entries, so that rows often depend on each other. */
const matrices = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.integer({ min: -2, max: 2 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

const fields: readonly [string, Field<unknown>][] = [
  ['bigint, p = 7', new PrimeField(7n) as Field<unknown>],
  ['bigint, p = 2^61-1', new PrimeField(2n ** 61n - 1n) as Field<unknown>],
  ['words, p = 7', new WordField(7) as Field<unknown>],
  ['words, p = 268435399', new WordField(268_435_399) as Field<unknown>],
];

describe.each(fields)('elimination over %s', (_, field) => {
  const over = (matrix: readonly (readonly number[])[]): unknown[][] =>
    matrix.map((row) => row.map((value) => field.from(value)));
  const transposed = (matrix: readonly (readonly unknown[])[]): unknown[][] =>
    matrix[0].map((__, c) => matrix.map((row) => row[c]));
  const combined = (weights: readonly unknown[], rows: readonly (readonly unknown[])[]): unknown[] =>
    rows[0].map((__, c) =>
      weights.reduce((sum, weight, i) => field.add(sum, field.mul(weight, rows[i][c])), field.zero),
    );

  test('row rank is column rank, and at most either number', () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const rows = over(matrix);
        expect(rank(field, rows)).toBe(rank(field, transposed(rows)));
        expect(rank(field, rows)).toBeLessThanOrEqual(Math.min(rows.length, rows[0].length));
      }),
    );
  });

  test('a row that is a combination of others does not change the rank; the rows are left alone', () => {
    fc.assert(
      fc.property(matrices, fc.array(fc.integer(), { minLength: 6, maxLength: 6 }), (matrix, weights) => {
        const rows = over(matrix);
        const before = structuredClone(rows);
        const sum = combined(
          rows.map((__, i) => field.from(weights[i])),
          rows,
        );
        expect(rank(field, [...rows, sum])).toBe(rank(field, rows));
        expect(rows).toEqual(before);
      }),
    );
  });

  test('reduced rows have a 1 at their pivot, and nothing else in its column', () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const rows = over(matrix);
        const pivots = rowReduce(field, rows);
        pivots.forEach((pivot, at) => {
          expect(rows.map((row) => row[pivot])).toEqual(
            rows.map((__, i) => (i === at ? field.one : field.zero)),
          );
        });
        for (const row of rows.slice(pivots.length))
          expect(row.every((value) => value === field.zero)).toBe(true);
      }),
    );
  });

  test('combinations that should vanish do, are independent, and are all that there are', () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const rows = over(matrix);
        const basis = vanishingCombinations(field, rows);
        for (const weights of basis) {
          expect(combined(weights, rows).every((value) => value === field.zero)).toBe(true);
        }
        expect(basis.length).toBe(rows.length - rank(field, rows));
        expect(rank(field, basis)).toBe(basis.length);
      }),
    );
  });
});
