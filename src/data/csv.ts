/**
 * Points from a CSV file: one row each, with its coordinates in every column that is not said to be the
 * label, the client, or ignored.
 */

import { zeros } from '../matrix.ts';
import { type CsvColumnNames, chooseColumns } from './csv-columns.ts';
import { type CsvRow, CsvTable } from './csv-table.ts';
import type { DataSet } from './data-set.ts';
import { parseDecimal } from './decimal.ts';
import { numberNames } from './number-names.ts';
import { quote } from './quote.ts';

export interface CsvOptions extends CsvColumnNames {
  /** What to do with a row in which a cell is empty or `?`; cells of ignored columns do not count. */
  readonly missing: 'refuse' | 'skip';
}

/**
 * Reads a file with a header row. Throws `bad-input` with file and line for a file that cannot be read or
 * is no CSV table, a column that it does not have, a coordinate that is no finite decimal number, a missing
 * value (unless such rows are skipped), and where no row or no coordinate is left.
 */
export function readCsv(file: string, options: CsvOptions): DataSet {
  const table = new CsvTable(file);
  const columns = chooseColumns(table, options);
  const rows: CsvRow[] = [];
  const coordinates: number[] = [];
  let skipped = 0;
  for (const row of table.rows()) {
    const missing = columns.used.find((cell) => isMissing(row.cells[cell]));
    if (missing === undefined) {
      rows.push(row);
      for (const cell of columns.coordinates) coordinates.push(readNumber(table, row, cell));
    } else if (options.missing === 'skip') {
      skipped++;
    } else {
      throw wrongCell(table, row, missing, 'a value');
    }
  }
  if (rows.length === 0) {
    throw table.error(
      `expected rows below the header, got none${skipped > 0 ? ' without missing values' : ''}`,
    );
  }

  const points = zeros(rows.length, columns.coordinates.length);
  points.values.set(coordinates);
  const classes = numberColumn(rows, columns.label);
  const owners = numberColumn(rows, columns.client);
  return {
    points,
    ...(classes && { truth: classes.numbers, classes: classes.names }),
    ...(owners && { owners: owners.numbers, ownerNames: owners.names }),
    skipped,
  };
}

function isMissing(cell: string): boolean {
  return cell === '' || cell === '?';
}

function readNumber(table: CsvTable, row: CsvRow, cell: number): number {
  const value = parseDecimal(row.cells[cell]);
  if (value === undefined) throw wrongCell(table, row, cell, 'a finite number');
  return value;
}

function wrongCell(table: CsvTable, row: CsvRow, cell: number, expected: string): Error {
  const text = row.cells[cell];
  const got = text === '' ? 'an empty cell' : quote(text);
  return table.error(`expected ${expected} in column ${quote(table.header[cell])}, got ${got}`, {
    row,
    cell,
  });
}

function numberColumn(
  rows: readonly CsvRow[],
  cell: number | undefined,
): ReturnType<typeof numberNames> | undefined {
  return cell === undefined ? undefined : numberNames(rows.map((row) => row.cells[cell]));
}
