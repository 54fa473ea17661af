/** A table from which points are read, whatever its format. */

import type { CahootsError } from '../../core/base/errors.ts';
import { quote } from './quote.ts';

/** What a cell holds; undefined: nothing, as `null` in JSON. */
export type Cell = string | number | bigint | boolean | undefined;

/** One row, with a cell for each name in the header. */
export interface TableRow {
  readonly cells: readonly Cell[];
}

/** A header of distinct, non-empty names, and the rows below it. */
export interface Table {
  readonly header: readonly string[];
  /** Throws `bad-input` at a row that is not of this table. */
  rows(): Iterable<TableRow>;
  /** An error at a cell of a row, or about the header; `path` if it contradicts a setting in the scenario. */
  error(message: string, at?: { row?: TableRow; cell?: number; path?: string }): CahootsError;
}

/** A table, and how its cells are read. */
export interface ReadableTable {
  readonly file: string;
  readonly table: Table;
  /** The number that a cell holds; undefined if it holds none, or one that is not finite. */
  readonly numberIn: (cell: Cell) => number | undefined;
}

/** A cell in an error message. */
export function shown(cell: Cell): string {
  if (cell === undefined || cell === '') return 'an empty cell';
  return typeof cell === 'string' ? quote(cell) : String(cell);
}
