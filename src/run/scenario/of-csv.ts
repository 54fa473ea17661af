/** A first scenario for a CSV file, from what its columns hold. */

import { platform } from '#platform';
import { z } from 'zod';
import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { Random } from '../../core/base/random.ts';
import type { ColumnNames } from '../data/table-columns.ts';
import { guessColumns } from '../data/csv-guess.ts';
import { loadData } from '../data/load.ts';
import type { AnySource } from '../data/source.ts';
import { type Summary, summarise } from '../data/summary.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { registryOf } from '../plugin/registry.ts';
import { filesIn } from './data-files.ts';
import { scenarioOfTable, type TableScenario } from './of-table.ts';

/**
 * A scenario for a table, in which columns of words, identifiers and clients, and rows that lack a value, are handled
 * according to the table's contents.
 * @param name of the scenario
 * @param columns that the user names
 * @throws CahootsError for a table that cannot be read or clustered
 */
export function scenarioOfCsv(
  csv: string,
  name: string,
  columns: Pick<ColumnNames, 'label' | 'client'>,
  plugins: readonly Plugin[],
): TableScenario {
  const {
    client,
    categories,
    ignore: leftOut,
    doubtful,
    lacks,
    forNone,
    total,
    thousands,
  } = guessColumns(csv, columns);
  const words = [...new Set(forNone.map(({ word }) => word))];
  const settings = {
    ...columns,
    client: columns.client ?? client,
    categories: unlessEmpty(categories),
    thousands: thousands?.mark,
    missing: words.length > 0 ? { words } : lacks ? ('skip' as const) : undefined,
  };
  const ignore = unlessEmpty(leftOut.map(({ column }) => column));
  const summary = summaryOfData(csv, defined({ ...settings, ignore }), plugins);
  const suggest = plugins.findLast((plugin) => plugin.suggest !== undefined)?.suggest;
  if (suggest === undefined)
    throw new CahootsError('bad-input', 'expected a plugin that suggests protocols for a table, got none');
  return scenarioOfTable(
    summary,
    {
      name,
      file: platform.paths.basename(csv),
      leftOut,
      doubtful,
      forNone,
      total,
      grouped: thousands,
      isClientGuessed: client !== undefined,
      ...settings,
    },
    suggest,
  );
}

/**
 * What a data file holds.
 * @param columns settings of the source that reads it
 * @throws CahootsError for a file of an unknown kind, or that cannot be read
 */
export function summaryOfData(
  file: string,
  columns: Readonly<Record<string, unknown>>,
  plugins: readonly Plugin[],
): Summary {
  const source = sourceOf(file, plugins);
  const settings = z
    .object(source.settings)
    .parse({ ...(source.opens?.settings(file) as object), ...columns });
  return summarise(
    loadData(source, settings, {
      path: (name) => name,
      list: (folder) => filesIn(folder, folder),
      random: new Random(0),
    }),
  );
}

/**
 * The source that reads files with this extension.
 * @throws CahootsError if there is none
 */
export function sourceOf(file: string, plugins: readonly Plugin[]): AnySource {
  const { sources } = registryOf(plugins);
  const ending = platform.paths.extname(file).toLowerCase();
  const source = sources.find(({ opens }) => opens?.endings.includes(ending) === true);
  if (source !== undefined) return source;
  const known = ['.yaml', ...sources.flatMap(({ opens }) => opens?.endings ?? [])];
  throw new CahootsError(
    'bad-input',
    `expected a file named ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, got ${file}`,
  );
}
