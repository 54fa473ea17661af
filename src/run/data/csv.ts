/** Points from a CSV file. */

import { CsvTable } from './csv-table.ts';
import type { DataSet } from './data-set.ts';
import { type DecimalMark, Decimals } from './decimal.ts';
import { readBytes } from './file.ts';
import type { ReadableTable } from './table.ts';
import { requireNames } from './table-columns.ts';
import { pointsOfTable, type TableOptions } from './table-points.ts';

/** How the text of a CSV file is read. */
export interface CsvFormat {
  /** The separator between cells; by default the most frequent candidate in the header. */
  readonly delimiter?: string | undefined;
  /** By default the one used in the file, and a point if cells are separated by commas. */
  readonly decimal?: DecimalMark | undefined;
  /** What stands between thousands, as in `98,363`; by default nothing does. */
  readonly thousands?: string | undefined;
}

export interface CsvOptions extends CsvFormat, TableOptions {}

/** Reads a CSV file as {@link parseCsv} does. */
export function readCsv(file: string, options: CsvOptions): DataSet {
  return parseCsv(readBytes(file), file, options);
}

/**
 * The points of a table with a header row; `file` is its name in errors. Throws `bad-input` with file and
 * line if this is not a CSV table, for a column that it lacks, a coordinate that is not a finite decimal
 * number, a missing value (unless such rows are skipped), and if no row, no coordinate or too many are left.
 */
export function parseCsv(bytes: Uint8Array, file: string, options: CsvOptions): DataSet {
  return pointsOfTable(csvTable(bytes, file, options), options);
}

/** The table in these bytes. Throws `bad-input` for other bytes, and without a header of names. */
export function csvTable(
  bytes: Uint8Array,
  file: string,
  { delimiter, decimal, thousands }: CsvFormat,
): ReadableTable {
  const table = new CsvTable(bytes, file, delimiter);
  requireNames(table);
  const decimals = decimalsOf(table, decimal, thousands);
  return { file, table, numberIn: (cell) => decimals.parse(String(cell)) };
}

/**
 * @param mark if not given, detected in the numbers, unless cells are separated by commas
 * @param thousands what stands between thousands, if anything does
 */
export function decimalsOf({ delimiter }: CsvTable, mark?: DecimalMark, thousands?: string): Decimals {
  return new Decimals(mark ?? (delimiter === ',' ? '.' : undefined), thousands);
}
