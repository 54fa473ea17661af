/**
 * Points from a CSV file: one per row, with a coordinate in every column that is not given as the label, the
 * client, or ignored.
 */

import { defined } from '../../core/base/defined.ts';
import { type CsvColumnNames, chooseColumns } from './csv-columns.ts';
import { type CsvRow, CsvTable } from './csv-table.ts';
import type { DataSet } from './data-set.ts';
import { type DecimalMark, Decimals } from './decimal.ts';
import { readBytes } from './file.ts';
import { numberNames } from './number-names.ts';
import { GrowingPoints } from './points.ts';
import { quote } from './quote.ts';
import { spreadWords } from './words.ts';

export interface CsvOptions extends CsvColumnNames {
  /**
   * What to do with a row in which a cell is empty or `?`, or a coordinate is a word for a missing value;
   * cells of ignored columns do not count.
   */
  readonly missing: 'refuse' | 'skip';
  /** The separator between cells; by default the most frequent candidate in the header. */
  readonly delimiter?: string | undefined;
  /** By default the one used in the file, and a point if cells are separated by commas. */
  readonly decimal?: DecimalMark | undefined;
}

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
  const table = new CsvTable(bytes, file, options.delimiter);
  const columns = chooseColumns(table, options);
  const decimals = decimalsOf(table, options.decimal);
  const numbers = new Set(columns.coordinates);
  /** The distinct words of each column of words, numbered. */
  const words = new Map([...columns.categories].map((cell) => [cell, new Map<string, number>()]));
  const coordinates = new GrowingPoints();
  const labels: string[] = [];
  const clients: string[] = [];
  const lacking = new Map<number, number>();
  let rows = 0;
  let skipped = 0;
  for (const row of table.rows()) {
    const missing = columns.used.filter((cell) => isMissing(row.cells[cell], numbers.has(cell)));
    if (missing.length > 0) {
      if (options.missing === 'refuse') throw wrongCell(table, row, missing[0], 'a value');
      for (const cell of missing) lacking.set(cell, (lacking.get(cell) ?? 0) + 1);
      skipped++;
      continue;
    }
    for (const cell of columns.coordinates) {
      const known = words.get(cell);
      coordinates.push(
        known === undefined ? readNumber(table, row, cell, decimals) : numberOf(known, row.cells[cell]),
      );
    }
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
  const read = coordinates.toMatrix(columns.coordinates.length, { file });
  const named = columns.coordinates.map((cell) => {
    const known = words.get(cell);
    return { name: table.header[cell], words: known && [...known.keys()] };
  });
  return defined({
    ...spreadWords(read, named, { file }),
    truth: classes?.numbers,
    classes: classes?.names,
    owners: owners?.numbers,
    ownerNames: owners?.names,
    skipped,
    missing: columns.used.flatMap((cell) => {
      const count = lacking.get(cell);
      return count === undefined ? [] : [{ column: table.header[cell], rows: count }];
    }),
  });
}

/**
 * What programs write for a missing value, in any case; dashes count too. A class or a client may have such a
 * name.
 */
const NO_VALUE = new Set(['na', 'n/a', '#n/a', '<na>', 'nan', '-nan', 'null', 'nil', 'none', 'missing']);

/** @param mark if not given, detected in the numbers, unless cells are separated by commas */
export function decimalsOf({ delimiter }: CsvTable, mark?: DecimalMark): Decimals {
  return new Decimals(mark ?? (delimiter === ',' ? '.' : undefined));
}

/** Whether a cell stands for a missing value. */
export function isMissing(cell: string, coordinate: boolean): boolean {
  if (cell === '' || cell === '?') return true;
  return coordinate && (NO_VALUE.has(cell.toLowerCase()) || /^[-–—]+$/.test(cell));
}

function numberOf(known: Map<string, number>, word: string): number {
  const number = known.get(word) ?? known.size;
  known.set(word, number);
  return number;
}

function readNumber(table: CsvTable, row: CsvRow, cell: number, decimals: Decimals): number {
  const value = decimals.parse(row.cells[cell]);
  if (value !== undefined) return value;
  throw wrongCell(table, row, cell, 'a finite number', /[a-z]/i.test(row.cells[cell]) ? WORDS : '');
}

const WORDS = '; a column of words goes under data.categories or data.ignore';

function wrongCell(table: CsvTable, row: CsvRow, cell: number, expected: string, hint = ''): Error {
  const text = row.cells[cell];
  const got = text === '' ? 'an empty cell' : quote(text);
  return table.error(`expected ${expected} in column ${quote(table.header[cell])}, got ${got}${hint}`, {
    row,
    cell,
  });
}
