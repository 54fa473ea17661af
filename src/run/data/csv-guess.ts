/** A guess at what a table's columns hold, if nobody says: numbers, categories, or nothing of use. */

import { defined } from '../../core/base/defined.ts';
import { Column } from './csv-column.ts';
import { decimalsOf } from './csv.ts';
import { CsvTable } from './csv-table.ts';
import { readBytes } from './file.ts';
import { MissingValues } from './missing-values.ts';
import { chooseColumns, type ColumnNames, requireNames } from './table-columns.ts';

export interface CsvGuess {
  /** The column that, by its name and contents, says who holds a row; absent: none, or it was named. */
  readonly client?: string;
  /** Columns with few distinct words. */
  readonly categories: readonly string[];
  /** Columns that are not coordinates, and why. */
  readonly ignore: readonly { readonly column: string; readonly why: string }[];
  /** Columns that are coordinates although their names speak against it, and how they are none. */
  readonly doubtful: readonly { readonly column: string; readonly why: string }[];
  /** Whether a row lacks a value in a column that is used. */
  readonly lacks: boolean;
  /** What stands for missing values in columns that are used, besides what programs write for them. */
  readonly forNone: readonly { readonly column: string; readonly word: string; readonly rows: number }[];
  /** What the last row says of itself, if it sums up those above it. */
  readonly total?: string;
  /** What stands between thousands, and a column in which it does; absent: nothing does. */
  readonly thousands?: { readonly column: string; readonly mark: string };
}

const TOTAL = /^(?:(?:grand )?totals?|sum|mean|average|summe|gesamt|insgesamt|mittelwert|durchschnitt)$/i;

/**
 * @param names the columns that are not coordinates
 * @throws CahootsError if this is not a CSV table
 */
export function guessColumns(file: string, names: Pick<ColumnNames, 'label' | 'client'>): CsvGuess {
  const table = new CsvTable(readBytes(file), file);
  requireNames(table);
  const { coordinates, used } = chooseColumns(table, names);
  const decimals = decimalsOf(table);
  const values = new MissingValues([]);
  const numbers = new Set(coordinates);
  const columns = new Map(coordinates.map((cell) => [cell, new Column(table.header[cell])]));
  const lacking = new Set<number>();
  let last: readonly string[] = [];
  for (const { cells } of table.rows()) {
    last = cells;
    for (const cell of used) if (values.lack(cells[cell], numbers.has(cell))) lacking.add(cell);
    for (const [cell, column] of columns) {
      if (!values.lack(cells[cell], true)) column.add(cells[cell], decimals);
    }
  }
  const nameOf = (cell: number): string => table.header[cell];
  const client =
    names.client === undefined ? [...columns].find(([, { isClient }]) => isClient)?.[0] : undefined;
  if (client !== undefined) columns.delete(client);
  const earlier: Column[] = [];
  const ignore = [...columns].flatMap(([cell, column]) => {
    const same = earlier.find((other) => column.repeats(other));
    const why = same === undefined ? column.uselessAs : `repeats column ${same.name}`;
    if (why === undefined) earlier.push(column);
    return why === undefined ? [] : [{ cell, why }];
  });
  const ignored = new Set(ignore.map(({ cell }) => cell));
  const kept = [...columns].filter(([cell]) => !ignored.has(cell));
  const forNone = kept.flatMap(([, { name, forNone: words }]) =>
    [...words].map(([word, rows]) => ({ column: name, word, rows })),
  );
  const [grouped] = kept.flatMap(([, { name, thousands: mark }]) =>
    mark === undefined ? [] : [{ column: name, mark }],
  );
  return defined({
    client: client === undefined ? undefined : nameOf(client),
    categories: kept.flatMap(([cell, { hasWords }]) => (hasWords ? [nameOf(cell)] : [])),
    ignore: ignore.map(({ cell, why }) => ({ column: nameOf(cell), why })),
    doubtful: kept.flatMap(([cell, { doubt: why }]) =>
      why === undefined ? [] : [{ column: nameOf(cell), why }],
    ),
    lacks: forNone.length > 0 || [...lacking].some((cell) => !ignored.has(cell)),
    forNone,
    total: last.find((cell) => TOTAL.test(cell)),
    thousands: grouped,
  });
}
