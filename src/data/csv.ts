/**
 * Points from a CSV file: one row each, with its coordinates in every column that is not said to be the
 * label, the client, or ignored.
 */

import { type CsvColumnNames, chooseColumns } from './csv-columns.ts';
import { type CsvRow, CsvTable } from './csv-table.ts';
import type { DataSet } from './data-set.ts';
import { parseDecimal } from './decimal.ts';
import { readBytes } from './file.ts';
import { numberNames } from './number-names.ts';
import { GrowingPoints } from './points.ts';
import { quote } from './quote.ts';

export interface CsvOptions extends CsvColumnNames {
  /** What to do with a row in which a cell is empty or `?`; cells of ignored columns do not count. */
  readonly missing: 'refuse' | 'skip';
}

/** Reads a CSV file as {@link parseCsv} does. */
export function readCsv(file: string, options: CsvOptions): DataSet {
  return parseCsv(readBytes(file), file, options);
}

/**
 * The points of a table with a header row; `file` is what errors call it. Throws `bad-input` with file and line
 * for what is no CSV table, a column that it does not have, a coordinate that is no finite decimal number, a
 * missing value (unless such rows are skipped), and where no row, no coordinate or too many are left.
 */
export function parseCsv(bytes: Buffer, file: string, options: CsvOptions): DataSet {
  const table = new CsvTable(bytes, file);
  const columns = chooseColumns(table, options);
  const coordinates = new GrowingPoints();
  const labels: string[] = [];
  const clients: string[] = [];
  const lacking = new Map<number, number>();
  let rows = 0;
  let skipped = 0;
  for (const row of table.rows()) {
    const missing = columns.used.filter((cell) => isMissing(row.cells[cell]));
    if (missing.length > 0) {
      if (options.missing === 'refuse') throw wrongCell(table, row, missing[0], 'a value');
      for (const cell of missing) lacking.set(cell, (lacking.get(cell) ?? 0) + 1);
      skipped++;
      continue;
    }
    for (const cell of columns.coordinates) coordinates.push(readNumber(table, row, cell));
    if (columns.label !== undefined) labels.push(row.cells[columns.label]);
    if (columns.client !== undefined) clients.push(row.cells[columns.client]);
    rows++;
  }
  if (rows === 0) {
    throw table.error(
      `expected rows below the header, got none${skipped > 0 ? ' without missing values' : ''}`,
    );
  }

  const classes = columns.label === undefined ? undefined : numberNames(labels);
  const owners = columns.client === undefined ? undefined : numberNames(clients);
  return {
    points: coordinates.toMatrix(columns.coordinates.length, { file }),
    columns: columns.coordinates.map((cell) => table.header[cell]),
    ...(classes && { truth: classes.numbers, classes: classes.names }),
    ...(owners && { owners: owners.numbers, ownerNames: owners.names }),
    skipped,
    missing: columns.used.flatMap((cell) => {
      const count = lacking.get(cell);
      return count === undefined ? [] : [{ column: table.header[cell], rows: count }];
    }),
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
