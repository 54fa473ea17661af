/** Tables of records: each row has values by the names of its columns, and values have types. */

import { CahootsError } from '../../core/base/errors.ts';
import { MOST_COLUMNS } from './points.ts';
import { quote } from './quote.ts';
import type { Cell, ReadableTable, Table, TableRow } from './table.ts';
import { cellsOf, typedNumber } from './typed-cell.ts';

export interface RowRecord {
  /** From 1; absent: the file has no lines, and errors count its rows. */
  readonly line?: number;
  readonly entries: readonly (readonly [name: string, value: unknown])[];
}

/**
 * The table of these records: it has all columns that any of them has, in order of first appearance. A list becomes a
 * column for each of its elements, and a null among lists lacks all of these. Throws `bad-input` with the record's place
 * for other values than cells have.
 */
export function recordTable(file: string, records: Iterable<RowRecord>): ReadableTable {
  return { file, table: new Records(file, records), numberIn: typedNumber };
}

interface PlacedRow extends TableRow {
  readonly line: number | undefined;
  /** From 0. */
  readonly row: number;
}

/** The columns of all records, by the order in which they first appear. */
class Columns {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #filled = new Set<number>();

  of(name: string, cell: Cell): number {
    const number = this.#numbers.get(name) ?? this.names.length;
    if (number === this.names.length) {
      this.names.push(name);
      this.#numbers.set(name, number);
    }
    if (cell !== undefined) this.#filled.add(number);
    return number;
  }

  /** Without those that are nothing but a null where other records have a list. */
  get kept(): readonly number[] {
    const isList = (name: string): boolean => this.#numbers.has(`${name}[0]`);
    return [...this.names.keys()].filter((i) => this.#filled.has(i) || !isList(this.names[i]));
  }
}

class Records implements Table {
  readonly header: readonly string[];
  readonly #file: string;
  #rows: PlacedRow[] = [];

  constructor(file: string, records: Iterable<RowRecord>) {
    this.#file = file;
    const columns = new Columns();
    for (const { line, entries } of records) {
      const cells: Cell[] = [];
      const row = { cells, line, row: this.#rows.length };
      for (const [name, value] of entries) {
        if (name === '') throw this.#refuse('expected a name for each column, got an empty one', row);
        const refuse = (at: string): CahootsError =>
          this.#refuse(
            `expected a number, text, true, false, null or a list of such in ${quote(at)}, got something else`,
            row,
          );
        for (const [of, cell] of cellsOf(name, value, refuse)) cells[columns.of(of, cell)] = cell;
        if (columns.names.length > MOST_COLUMNS)
          throw this.#refuse(`expected at most ${MOST_COLUMNS} columns, got more`, row);
      }
      this.#rows.push(row);
    }
    const kept = columns.kept;
    this.header = kept.map((column) => columns.names[column]);
    if (kept.length < columns.names.length)
      this.#rows = this.#rows.map((row) => ({ ...row, cells: kept.map((column) => row.cells[column]) }));
  }

  rows(): Iterable<PlacedRow> {
    return this.#rows;
  }

  error(message: string, { row, path }: { row?: TableRow; path?: string } = {}): CahootsError {
    return this.#refuse(message, (row ?? this.#rows[0]) as PlacedRow | undefined, path);
  }

  #refuse(message: string, row: PlacedRow | undefined, path?: string): CahootsError {
    const place = row !== undefined && row.line === undefined ? ` (row ${row.row}, counted from 0)` : '';
    return new CahootsError('bad-input', `${message}${place}`, {
      file: this.#file,
      ...(row?.line !== undefined && { line: row.line }),
      ...(path !== undefined && { path }),
    });
  }
}
