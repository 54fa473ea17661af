/** A first scenario for a user's table, based on its contents. */

import { stringify } from 'yaml';
import { unlessEmpty } from '../../core/base/defined.ts';
import { quote } from '../data/quote.ts';
import type { Summary } from '../data/summary.ts';
import { VERSION } from './renamed.ts';
import type { Suggest } from '../plugin/suggestion.ts';

export interface Table {
  readonly name: string;
  /** Its name in the scenario. */
  readonly file: string;
  readonly label?: string | undefined;
  readonly client?: string | undefined;
  /** Columns of words, each one-hot encoded. */
  readonly categories?: readonly string[] | undefined;
  /** Columns that are not coordinates, and why. */
  readonly leftOut: readonly { readonly column: string; readonly why: string }[];
  /** Columns that are coordinates although their names speak against it. */
  readonly doubtful: readonly { readonly column: string; readonly why: string }[];
  /** Whether the column of clients is a guess. */
  readonly isClientGuessed: boolean;
  readonly missing?: 'skip' | { readonly words: readonly string[] } | undefined;
  /** What stands for missing values in which column, and in how many rows. */
  readonly forNone: readonly { readonly column: string; readonly word: string; readonly rows: number }[];
  /** What the last row says of itself, if it sums up those above it. */
  readonly total?: string | undefined;
  /** What stands between thousands. */
  readonly thousands?: string | undefined;
  /** A column in which it does. */
  readonly grouped: { readonly column: string } | undefined;
}

const CLIENTS = 5;

/** A scenario, and how its table was interpreted, line by line. */
export interface TableScenario {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * The suggested protocols over the table, with as many clients and clusters as it names.
 * @throws CahootsError for a table that these protocols cannot cluster
 */
export function scenarioOfTable(
  { points, dimension, classes, clients, skipped }: Summary,
  table: Table,
  suggest: Suggest,
): TableScenario {
  const owners = table.client === undefined ? Math.min(CLIENTS, points) : (clients?.length ?? 0);
  const clusters = classes?.length ?? Math.min(3, points);
  const fewestPoints = Math.min(...(clients ?? []).map((owner) => owner.points), Math.floor(points / owners));
  const { protocol, compare, note } = suggest({ clients: owners, clusters, fewestPoints });
  const from =
    table.client === undefined ? `${owners} clients` : `${owners} clients, as column ${table.client} says`;
  const text = stringify(
    {
      version: VERSION,
      name: table.name,
      seed: 1,
      clients: owners,
      data: {
        source: 'csv',
        file: table.file,
        label: table.label,
        client: table.client,
        categories: table.categories,
        ignore: unlessEmpty(table.leftOut.map(({ column }) => column)),
        thousands: table.thousands,
        missing: table.missing,
        scale: { minimum: -0.5, maximum: 0.5, coordinates: 'each' },
        partition: { by: table.client === undefined ? 'iid' : 'client' },
      },
      protocol,
      compare,
      network: { preset: 'wan' },
    },
    { flowCollectionPadding: true, collectionStyle: 'any' },
  );
  const all = [
    `${points} points of dimension ${dimension} in ${clusters} clusters${classes ? '' : ' (set how many you want)'}, held by ${from}`,
    `every column is scaled to the unit cube separately; ${note}`,
    ...notesOf(table, skipped),
  ];
  return { text: `${all.map((line) => `# ${line}.\n`).join('')}${text}`, notes: all };
}

/** How the columns were interpreted, line by line. */
function notesOf(table: Table, skipped: number): string[] {
  return [
    ...(table.isClientGuessed
      ? [
          `column ${table.client}, by its name, says who holds a row; partition: { by: iid } deals rows out evenly`,
        ]
      : []),
    ...(table.categories ?? []).map(
      (column) => `column ${column} has words: each word becomes a coordinate, 0 or 1`,
    ),
    ...table.leftOut.map(({ column, why }) => `column ${column} ${why}: left out`),
    ...(table.leftOut.length > 0
      ? ['data.ignore lists what is left out: a column that is taken off the list becomes a coordinate']
      : []),
    ...table.doubtful.map(({ column, why }) => `column ${column} ${why}`),
    ...table.forNone.map(
      ({ column, word, rows }) =>
        `column ${column} has ${quote(word)} in ${rows === 1 ? '1 row' : `${rows} rows`}, taken for a missing value: data.missing.words`,
    ),
    ...(table.grouped === undefined
      ? []
      : [
          `column ${table.grouped.column} has ${quote(table.thousands ?? '')} between thousands: data.thousands`,
        ]),
    ...(table.total === undefined
      ? []
      : [
          `the last row has ${quote(table.total)}, and would be a point like the others: take it out of the table`,
        ]),
    ...(table.missing === undefined
      ? []
      : [`${skipped} ${skipped === 1 ? 'row lacks' : 'rows lack'} a value: left out`]),
    ...(table.categories === undefined || table.label !== undefined
      ? []
      : ['name a column of true clusters with --label to score results by it instead of clustering by it']),
  ];
}
