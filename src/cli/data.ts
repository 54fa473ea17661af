/** `cahoots data`: describes a data file, or a scenario's data. */

import { extname } from 'node:path';
import { z } from 'zod';
import { loadData } from '../run/data/load.ts';
import type { AnySource } from '../run/data/source.ts';
import { type Summary, summarise } from '../run/data/summary.ts';
import { CahootsError } from '../core/base/errors.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { registryOf } from '../run/plugin/registry.ts';
import { Random } from '../core/base/random.ts';
import { summaryText } from '../run/report/summary.ts';
import { loadScenario } from '../run/scenario/load.ts';
import type { Action } from './command.ts';
import type { DataFlags } from './commands/data.ts';
import { EXIT } from './exit-codes.ts';

export const dataCommand: Action<DataFlags> = {
  run({ files: [file], values, plugins }) {
    const summary = isScenario(file)
      ? ofScenario(file, values, plugins)
      : summaryOfFile(file, values, plugins);
    const title = `${file}: ${summary.points} points of dimension ${summary.dimension}`;
    process.stdout.write(
      values.json ? `${JSON.stringify(summary)}\n` : `${title}\n\n${summaryText(summary)}`,
    );
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
  const { data, parties, shards } = loadScenario(file, { plugins, seed, set });
  return summarise(data, new Map(parties.clients.map((name, j) => [name, shards[j]])));
}

/** The contents of a data file, read according to the flags. */
export function summaryOfFile(
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
  const settings = z
    .object(source.settings)
    .parse({ ...(source.opens?.settings(file) as object), ...Object.fromEntries(columns) });
  return summarise(loadData(source, settings, { path: (name) => name, random: new Random(0) }));
}

/** The source that reads files with this extension. */
function sourceOf(file: string, plugins: readonly Plugin[]): AnySource {
  const { sources } = registryOf(plugins);
  const ending = extname(file).toLowerCase();
  const source = sources.find(({ opens }) => opens?.endings.includes(ending) === true);
  if (source !== undefined) return source;
  const known = ['.yaml', ...sources.flatMap(({ opens }) => opens?.endings ?? [])];
  throw new CahootsError(
    'bad-input',
    `expected a file named ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, got ${file}`,
  );
}

function refuseFlags(file: string, flags: Readonly<Record<string, unknown>>, of: string): void {
  const [name] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new CahootsError('bad-input', `expected a ${of} with this flag, got ${file}`, { path: `--${name}` });
}
