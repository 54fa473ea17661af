/** Rows as Parquet, which DuckDB, pandas, Polars and R read: each column has one type and is compressed. */

import { parquetWriteBuffer } from 'hyparquet-writer';
import { type Cell, columnsOf, type Row } from '../../run/tidy/rows.ts';

/**
 * A file of all rows. A column is of numbers (double), of booleans, or of strings; one with several types of
 * cells is of strings. Missing cells are null, and so is NaN.
 */
export function parquetOf(rows: readonly Row[]): Uint8Array {
  const columnData = columnsOf(rows).map((name) => {
    const cells = rows.map((row) => row[name]);
    const type = typeOf(cells);
    return { name, type, data: cells.map((cell) => valueOf(cell, type)), nullable: true };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

type ColumnType = 'DOUBLE' | 'BOOLEAN' | 'STRING';

const TYPES: Readonly<Record<string, ColumnType>> = { number: 'DOUBLE', boolean: 'BOOLEAN' };

function typeOf(cells: readonly Cell[]): ColumnType {
  const kinds = new Set(cells.map((cell) => typeof cell));
  kinds.delete('undefined');
  const [kind] = kinds;
  return kinds.size === 1 ? (TYPES[kind] ?? 'STRING') : 'STRING';
}

function valueOf(cell: Cell, type: ColumnType): string | number | boolean | null {
  if (cell === undefined || Number.isNaN(cell)) return null;
  return type === 'STRING' ? String(cell) : cell;
}
