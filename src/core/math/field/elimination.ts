/** Gaussian elimination over a field: how many of some combinations are independent, and which of them vanish. */

import type { Field } from './field.ts';

/**
 * Brings rows of equal length to reduced row echelon form, in place: pivot rows first, each with a 1 at its pivot and
 * zeros above and below. O(rows * columns * rank) multiplications.
 * @param columns only these first columns are searched for pivots; all are carried along
 * @returns the columns of the pivots, ascending
 */
export function rowReduce<E>(field: Field<E>, rows: E[][], columns = rows[0]?.length ?? 0): number[] {
  const pivots: number[] = [];
  for (let column = 0; column < columns && pivots.length < rows.length; column++) {
    const top = pivots.length;
    const found = rows.findIndex((row, i) => i >= top && row[column] !== field.zero);
    if (found < 0) continue;
    [rows[top], rows[found]] = [rows[found], rows[top]];
    const inverse = field.inv(rows[top][column]);
    const pivot = rows[top].map((value) => field.mul(value, inverse));
    rows[top] = pivot;
    for (let i = 0; i < rows.length; i++) {
      const factor = rows[i][column];
      if (i === top || factor === field.zero) continue;
      const row = rows[i];
      for (let c = column; c < row.length; c++) row[c] = field.sub(row[c], field.mul(factor, pivot[c]));
    }
    pivots.push(column);
  }
  return pivots;
}

/** How many of the rows are independent; the rows are not changed. */
export function rank<E>(field: Field<E>, rows: readonly (readonly E[])[]): number {
  return rowReduce(
    field,
    rows.map((row) => [...row]),
  ).length;
}

/**
 * A basis of the combinations of these rows that vanish: `basis[b][i]` is the coefficient of row i. In the
 * usual form: each has a 1 at a row that depends on earlier ones, and zeros at the other such rows.
 */
export function vanishingCombinations<E>(field: Field<E>, rows: readonly (readonly E[])[]): E[][] {
  const columns = rows[0]?.length ?? 0;
  const transposed = Array.from({ length: columns }, (_, c) => rows.map((row) => row[c]));
  const pivots = rowReduce(field, transposed);
  const free = rows.map((_, i) => i).filter((i) => !pivots.includes(i));
  return free.map((own) => {
    const combination = rows.map((_, i) => (i === own ? field.one : field.zero));
    pivots.forEach((pivot, at) => {
      combination[pivot] = field.neg(transposed[at][own]);
    });
    return combination;
  });
}
