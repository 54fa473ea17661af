/**
 * Points from tables: one per row, with a coordinate in every column that is not given as the label, the
 * client, or ignored.
 */

import { defined } from '../../core/base/defined.ts';
import type { DataSet } from './data-set.ts';
import { MissingValues } from './missing-values.ts';
import { numberNames } from './number-names.ts';
import { GrowingPoints } from './points.ts';
import { quote } from './quote.ts';
import { type ReadableTable, shown, type Table, type TableRow } from './table.ts';
import { chooseColumns, type ColumnNames, type TableColumns } from './table-columns.ts';
import { spreadWords } from './words.ts';

export interface TableOptions extends ColumnNames {
  /**
   * What to do with a row in which a cell is empty or `?`, or a coordinate is a word for a missing value;
   * cells of ignored columns do not count. With words of the table's own, it is skipped for these as well.
   */
  readonly missing: 'refuse' | 'skip' | { readonly words: readonly string[] };
}

/** The points of one table. Throws like {@link TablePoints}. */
export function pointsOfTable(table: ReadableTable, options: TableOptions): DataSet {
  const points = new TablePoints(options);
  points.add(table);
  return points.dataSet();
}

/** The points of tables with the same columns, one table after another. */
export class TablePoints {
  readonly #options: TableOptions;
  readonly #missing: MissingValues;
  readonly #coordinates = new GrowingPoints();
  readonly #labels: string[] = [];
  readonly #owners: string[] = [];
  /** The distinct words of each column of words, numbered. */
  readonly #words = new Map<string, Map<string, number>>();
  /** How many rows lack a value, by column. */
  readonly #lacking = new Map<string, number>();
  readonly #sourceRows: number[] = [];
  #skipped = 0;
  #first:
    | { readonly file: string; readonly columns: readonly string[]; readonly used: readonly string[] }
    | undefined;

  constructor(options: TableOptions) {
    this.#options = options;
    this.#missing = new MissingValues(typeof options.missing === 'string' ? [] : options.missing.words);
  }

  /**
   * Throws `bad-input` with file and place for columns other than those of the table before, a column that it lacks, a
   * coordinate that is not a finite number, a missing value (unless such rows are skipped), and if no row is left.
   * @param owner who holds all its points, if that is not said in a column
   */
  add({ file, table, numberIn }: ReadableTable, owner?: string): void {
    const columns = chooseColumns(table, this.#options);
    const coordinates = this.#inOrder(file, table, columns);
    const numbers = new Set(columns.coordinates);
    const words = new Map(
      [...columns.categories].map((cell) => [cell, getOrMake(this.#words, table.header[cell])]),
    );
    const before = this.#sourceRows.length;
    for (const row of table.rows()) {
      const { cells } = row;
      const lacking = columns.used.filter((cell) => this.#missing.lack(cells[cell], numbers.has(cell)));
      if (lacking.length > 0) {
        if (this.#options.missing === 'refuse') throw wrongCell(table, row, lacking[0], 'a value');
        for (const cell of lacking) count(this.#lacking, table.header[cell]);
        this.#skipped++;
        continue;
      }
      for (const cell of coordinates) {
        const known = words.get(cell);
        const value = known === undefined ? numberIn(cells[cell]) : numberOf(known, String(cells[cell]));
        if (value === undefined) throw wrongNumber(table, row, cell);
        this.#coordinates.push(value);
      }
      if (columns.label !== undefined) this.#labels.push(String(cells[columns.label]));
      if (columns.client !== undefined) this.#owners.push(String(cells[columns.client]));
      if (owner !== undefined) this.#owners.push(owner);
      this.#sourceRows.push(this.#sourceRows.length + this.#skipped);
    }
    if (this.#sourceRows.length === before) throw noRows(table, this.#skipped > 0);
  }

  /** Of at least one table. Throws `bad-input` if there are too many points or coordinates. */
  dataSet(): DataSet {
    const { file = '', columns = [], used = [] } = this.#first ?? {};
    const classes = this.#options.label === undefined ? undefined : numberNames(this.#labels);
    const owners = this.#owners.length === 0 ? undefined : numberNames(this.#owners);
    const named = columns.map((name) => {
      const known = this.#words.get(name);
      return { name, words: known && [...known.keys()] };
    });
    return defined({
      ...spreadWords(this.#coordinates.toMatrix(columns.length, { file }), named, { file }),
      truth: classes?.numbers,
      classes: classes?.names,
      owners: owners?.numbers,
      ownerNames: owners?.names,
      skipped: this.#skipped,
      sourceRows: this.#skipped === 0 ? undefined : Uint32Array.from(this.#sourceRows),
      missing: used.flatMap((column) => {
        const rows = this.#lacking.get(column);
        return rows === undefined ? [] : [{ column, rows }];
      }),
    });
  }

  /** The cells of the coordinates in the order of the first table, whatever the order of the columns in this one. */
  #inOrder(file: string, table: Table, { coordinates, used }: TableColumns): readonly number[] {
    const cells = new Map(coordinates.map((cell) => [table.header[cell], cell]));
    this.#first ??= { file, columns: [...cells.keys()], used: used.map((cell) => table.header[cell]) };
    const { file: first, columns } = this.#first;
    const lost = columns.find((name) => !cells.has(name));
    if (lost !== undefined)
      throw table.error(`expected the columns of ${first}, got none named ${quote(lost)}`);
    if (cells.size === columns.length) return columns.map((name) => cells.get(name) as number);
    const known = new Set(columns);
    const strange = [...cells.keys()].find((name) => !known.has(name)) as string;
    throw table.error(`expected the columns of ${first}, got another, ${quote(strange)}`);
  }
}

function getOrMake(words: Map<string, Map<string, number>>, column: string): Map<string, number> {
  const known = words.get(column) ?? new Map<string, number>();
  words.set(column, known);
  return known;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function numberOf(known: Map<string, number>, word: string): number {
  const number = known.get(word) ?? known.size;
  known.set(word, number);
  return number;
}

function noRows(table: Table, hasSkipped: boolean): Error {
  return table.error(
    `expected rows below the header, got none${hasSkipped ? ' without missing values' : ''}`,
  );
}

function wrongNumber(table: Table, row: TableRow, cell: number): Error {
  const value = row.cells[cell];
  const isWord = typeof value === 'string' && /[a-z]/i.test(value);
  const isInteger =
    typeof value === 'bigint' || (typeof value === 'string' && /^[+-]?\d{16,308}$/.test(value));
  const expected = isInteger ? 'a number that a double holds' : 'a finite number';
  return wrongCell(table, row, cell, expected, isWord ? WORDS : '');
}

const WORDS = '; a column of words goes under data.categories or data.ignore';

function wrongCell(table: Table, row: TableRow, cell: number, expected: string, hint = ''): Error {
  const message = `expected ${expected} in column ${quote(table.header[cell])}, got ${shown(row.cells[cell])}${hint}`;
  return table.error(message, { row, cell });
}
