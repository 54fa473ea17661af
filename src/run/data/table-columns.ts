/** What the columns of a table are used for. */

import { parseDecimal } from './decimal.ts';
import { MOST_COLUMNS } from './points.ts';
import { quote } from './quote.ts';
import type { Table } from './table.ts';

/** The names that a scenario gives. */
export interface ColumnNames {
  /** The column that names a point's class, any text. */
  readonly label?: string | undefined;
  /** The column that names the client who owns a point, any text. */
  readonly client?: string | undefined;
  /** Columns of words, which are one-hot encoded. */
  readonly categories?: readonly string[] | undefined;
  /** Columns left out. */
  readonly ignore?: readonly string[] | undefined;
}

/** The cells of a row by index, from 0. */
export interface TableColumns {
  readonly coordinates: readonly number[];
  /** The coordinates that are words. */
  readonly categories: ReadonlySet<number>;
  readonly label: number | undefined;
  readonly client: number | undefined;
  /** All of the above, in the order of the file. */
  readonly used: readonly number[];
}

/**
 * Throws `bad-input` for a name that the header lacks, and if no column or too many are left for the
 * coordinates.
 */
export function chooseColumns(
  table: Table,
  { label, client, categories = [], ignore = [] }: ColumnNames,
): TableColumns {
  const cells = [...table.header.keys()];
  const ignored = new Set(ignore.map((name) => find(table, cells, name, 'data.ignore')));
  const used = cells.filter((cell) => !ignored.has(cell));
  const labelCell = label === undefined ? undefined : find(table, used, label, 'data.label');
  const clientCell = client === undefined ? undefined : find(table, used, client, 'data.client');
  const coordinates = used.filter((cell) => cell !== labelCell && cell !== clientCell);
  const words = new Set(categories.map((name) => find(table, coordinates, name, 'data.categories')));
  if (coordinates.length === 0) {
    throw table.error('expected a column of numbers, got only label, client and ignored columns');
  }
  if (coordinates.length > MOST_COLUMNS) {
    throw table.error(`expected at most ${MOST_COLUMNS} columns of numbers, got ${coordinates.length}`);
  }
  return { coordinates, categories: words, label: labelCell, client: clientCell, used };
}

function find(table: Table, among: readonly number[], name: string, path: string): number {
  const found = among.find((cell) => table.header[cell] === name);
  if (found === undefined) {
    const names = among.slice(0, 12).map((cell) => quote(table.header[cell]));
    const more = among.length > names.length ? ', …' : '';
    throw table.error(`expected one of the columns ${names.join(', ')}${more}, got ${quote(name)}`, { path });
  }
  return found;
}

/** Throws `bad-input` if a header is really data: the first point of a file without a header would silently be lost. */
export function requireNames(table: Table): void {
  const { header } = table;
  // The one that pandas gives to an array.
  const counts = header.every((name, i) => name === String(i));
  const number = header.find((name) => parseDecimal(name) !== undefined);
  if (counts || number === undefined) return;
  const words = [...header.keys()].filter((cell) => parseDecimal(header[cell]) === undefined);
  if (words.length === 0) throw table.error('expected a header row with names, got numbers');
  // Years and quantiles name columns too, but a class that rows have does not.
  const word = repeatedIn(table, words);
  if (word !== undefined)
    throw table.error(
      `expected a header row with names, got the number ${quote(number)}, and ${quote(word)} as in rows below it`,
    );
}

/** A header of these columns that one of the first rows has in its column too. */
function repeatedIn(table: Table, columns: readonly number[]): string | undefined {
  let left = ENOUGH_ROWS;
  for (const { cells } of table.rows()) {
    const found = columns.find((cell) => cells[cell] === table.header[cell]);
    if (found !== undefined) return table.header[found];
    if (--left === 0) return undefined;
  }
  return undefined;
}

/** In so many, classes and owners repeat. */
const ENOUGH_ROWS = 1000;
