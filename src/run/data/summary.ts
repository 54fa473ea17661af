/** The contents of a data set, before anything is run on it. */

import { defined } from '../../core/base/defined.ts';
import { type ClientNames, ownerName } from './client-names.ts';
import type { DataSet } from './data-set.ts';
import { coordinateRanges } from './range.ts';

export interface Summary {
  readonly points: number;
  readonly dimension: number;
  readonly columns: readonly ColumnSummary[];
  /** In order of first appearance; absent if the data has no classes. */
  readonly classes?: readonly Count[];
  /** Absent if nothing says who holds which points. */
  readonly clients?: readonly Count[];
  /** Rows left out because a value was missing, and how many of them lack one in each column. */
  readonly skipped: number;
  readonly missing: readonly { readonly column: string; readonly rows: number }[];
}

export interface ColumnSummary {
  /** Its name, or its number from 0. */
  readonly column: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** How many points belong to a class or client. */
export interface Count {
  readonly name: string;
  /** What the data call a client of a scenario. */
  readonly clientName?: string;
  readonly points: number;
}

/**
 * @param held the rows that each client of a scenario holds, by name; without them, the clients are those
 *   that the data names
 * @param names what the data call these clients
 */
export function summarise(
  data: DataSet,
  held?: ReadonlyMap<string, Uint32Array>,
  names: ClientNames = {},
): Summary {
  const { points, columns, truth, classes, skipped, missing = [] } = data;
  const { minimum, maximum } = coordinateRanges(points);
  const clients =
    held === undefined
      ? countOwners(data)
      : Array.from(held, ([name, { length }]) =>
          defined({ name, clientName: names[name] as string | undefined, points: length }),
        );
  return defined({
    points: points.rows,
    dimension: points.columns,
    columns: Array.from(minimum, (least, c) => ({
      column: columns?.[c] ?? String(c),
      minimum: least,
      maximum: maximum[c],
    })),
    classes: truth && classes && count(truth, (h) => classes[h]),
    clients,
    skipped,
    missing,
  });
}

function countOwners(data: DataSet): Count[] | undefined {
  return data.owners && count(data.owners, (owner) => ownerName(data, owner));
}

function count(numbers: Uint32Array, nameOf: (number: number) => string): Count[] {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].map(([number, points]) => ({ name: nameOf(number), points }));
}
