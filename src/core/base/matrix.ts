/**
 * Row-major matrices of doubles in shared memory, so that a worker thread reads them without a copy; those of a few values are in
 * V8's heap.
 * Points of a data set are the rows of one matrix; quantised points are integers held in doubles.
 */

import { assert } from './errors.ts';

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** `rows * columns` values, row after row. */
  readonly values: Float64Array;
}

/** V8 keeps vectors up to this size in its heap: memory elsewhere takes ten times as long to allocate, and three times as much. */
export const ON_HEAP_BYTES = 64;

/** A matrix of zeros. */
export function zeros(rows: number, columns: number): Matrix {
  const bytes = rows * columns * Float64Array.BYTES_PER_ELEMENT;
  if (bytes <= ON_HEAP_BYTES) return { rows, columns, values: new Float64Array(rows * columns) };
  return { rows, columns, values: new Float64Array(new SharedArrayBuffer(bytes)) };
}

/** Copies rows of equal length into a matrix. */
export function fromRows(rows: readonly ArrayLike<number>[], columns = rows[0]?.length ?? 0): Matrix {
  const matrix = zeros(rows.length, columns);
  rows.forEach((values, i) => {
    assert(values.length === columns, `row ${i} has ${values.length} values, not ${columns}`);
    matrix.values.set(values, i * columns);
  });
  return matrix;
}

/** A view of row `i`, not a copy. */
export function row(matrix: Matrix, i: number): Float64Array {
  return matrix.values.subarray(i * matrix.columns, (i + 1) * matrix.columns);
}

const FEW_COLUMNS = 32;

/** Copies the rows with these indices, in the order given. */
export function selectRows(matrix: Matrix, rows: ArrayLike<number>): Matrix {
  const { columns, values } = matrix;
  const selected = zeros(rows.length, columns);
  for (let i = 0; i < rows.length; i++) {
    const [from, to] = [rows[i] * columns, i * columns];
    // A view takes longer to make than a few values to copy.
    if (columns > FEW_COLUMNS) selected.values.set(row(matrix, rows[i]), to);
    else for (let c = 0; c < columns; c++) selected.values[to + c] = values[from + c];
  }
  return selected;
}
