/** A first scenario for a user's table, based on its contents. */

import { stringify } from 'yaml';
import { unlessEmpty } from '../../core/base/defined.ts';
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
  readonly missing?: 'skip' | undefined;
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
  const notes = [
    ...(table.categories ?? []).map(
      (column) => `column ${column} has words: each word becomes a coordinate, 0 or 1`,
    ),
    ...table.leftOut.map(({ column, why }) => `column ${column} ${why}: left out`),
    ...(table.missing === undefined
      ? []
      : [`${skipped} ${skipped === 1 ? 'row lacks' : 'rows lack'} a value: left out`]),
    ...(table.categories === undefined || table.label !== undefined
      ? []
      : ['name a column of true clusters with --label to score results by it instead of clustering by it']),
  ];
  const all = [
    `${points} points of dimension ${dimension} in ${clusters} clusters${classes ? '' : ' (set how many you want)'}, held by ${from}`,
    `every column is scaled to the unit cube separately; ${note}`,
    ...notes,
  ];
  return { text: `${all.map((line) => `# ${line}.\n`).join('')}${text}`, notes: all };
}
