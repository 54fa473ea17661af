/** `cahoots data`: describes a data file, or a scenario's data. */

import { extname } from 'node:path';
import { type Summary, summarise } from '../run/data/summary.ts';
import { CahootsError } from '../core/base/errors.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { summaryText } from '../run/report/summary.ts';
import { loadScenario } from '../run/scenario/load.ts';
import { sourceOf, summaryOfData } from '../run/scenario/of-csv.ts';
import type { Action } from './command.ts';
import type { DataFlags } from './commands/data.ts';
import { EXIT } from './exit-codes.ts';
import { print, printJson } from './print.ts';

export const dataCommand: Action<DataFlags> = {
  run({ files: [file], values, plugins }) {
    const summary = isScenario(file)
      ? ofScenario(file, values, plugins)
      : summaryOfFile(file, values, plugins);
    const title = `${file}: ${summary.points} points of dimension ${summary.dimension}`;
    if (values.json) printJson(summary);
    else print(`${title}\n\n${summaryText(summary)}`);
    return Promise.resolve(EXIT.done);
  },
};

interface Flags {
  readonly label?: string | undefined;
  readonly client?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly missing?: 'skip' | undefined;
  readonly seed?: number | undefined;
  readonly set?: readonly string[] | undefined;
}

function isScenario(file: string): boolean {
  return ['.yaml', '.yml'].includes(extname(file).toLowerCase());
}

function ofScenario(file: string, { seed, set, ...flags }: Flags, plugins: readonly Plugin[]): Summary {
  refuseFlags(file, { label: flags.label, client: flags.client, ignore: flags.ignore }, 'CSV file');
  const { data, parties, shards, clientNames } = loadScenario(file, { plugins, seed, set });
  return summarise(data, new Map(parties.clients.map((name, j) => [name, shards[j]])), clientNames);
}

/** The contents of a data file, read according to the flags. */
function summaryOfFile(
  file: string,
  { label, client, categories, ignore, missing, seed, set }: Flags,
  plugins: readonly Plugin[],
): Summary {
  refuseFlags(file, { seed, set }, 'scenario');
  const source = sourceOf(file, plugins);
  const columns = Object.entries({ label, client, categories, ignore, missing }).filter(
    ([, given]) => given !== undefined,
  );
  for (const [flag, given] of columns) {
    if (!Object.hasOwn(source.settings, flag)) refuseFlags(file, { [flag]: given }, 'CSV file');
  }
  return summaryOfData(file, Object.fromEntries(columns), plugins);
}

function refuseFlags(file: string, flags: Readonly<Record<string, unknown>>, of: string): void {
  const [name] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new CahootsError('bad-input', `expected a ${of} with this flag, got ${file}`, { path: `--${name}` });
}
