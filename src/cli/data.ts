/** `cahoots data`: what is in a data file, or what a scenario makes of its data. */

import { extname } from 'node:path';
import { loadData, type DataSpec } from '../data/load.ts';
import { type Summary, summarise } from '../data/summary.ts';
import { CahootsError } from '../base/errors.ts';
import { Random } from '../base/random.ts';
import { summaryText } from '../report/summary.ts';
import { loadScenario } from '../scenario/load.ts';
import { type Command, integerFlag, parseCommand, type Protocols } from './command.ts';
import { EXIT } from './exit-codes.ts';

const USAGE =
  'data FILE [--label COLUMN] [--client COLUMN] [--ignore COLUMN] [--seed N] [--set path=value] [--json]';

export const dataCommand: Command = {
  summary: 'what is in a data file (CSV, NPY, IDX, LEAF), or in a scenario: ranges, classes, clients, gaps',
  usage: USAGE,
  run(args, protocols) {
    const { values, file } = parseCommand(USAGE, args, {
      label: { type: 'string' },
      client: { type: 'string' },
      ignore: { type: 'string', multiple: true },
      seed: { type: 'string' },
      set: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    });
    const summary = isScenario(file) ? ofScenario(file, values, protocols) : ofFile(file, values);
    const title = `${file}: ${summary.points} points of dimension ${summary.dimension}`;
    process.stdout.write(
      values.json === true ? `${JSON.stringify(summary)}\n` : `${title}\n\n${summaryText(summary)}`,
    );
    return Promise.resolve(EXIT.done);
  },
};

interface Flags {
  readonly label?: string | undefined;
  readonly client?: string | undefined;
  readonly ignore?: string[] | undefined;
  readonly seed?: string | undefined;
  readonly set?: string[] | undefined;
}

function isScenario(file: string): boolean {
  return ['.yaml', '.yml'].includes(extname(file).toLowerCase());
}

function ofScenario(file: string, { seed: given, set, ...flags }: Flags, protocols: Protocols): Summary {
  refuseFlags(file, { label: flags.label, client: flags.client, ignore: flags.ignore }, 'CSV file');
  const seed = integerFlag('--seed', given, Number.MAX_SAFE_INTEGER);
  const options = { protocols, ...(seed !== undefined && { seed }), ...(set && { set }) };
  const { data, shards } = loadScenario(file, options);
  return summarise(data, shards);
}

function ofFile(file: string, { label, client, ignore, seed, set }: Flags): Summary {
  refuseFlags(file, { seed, set }, 'scenario');
  const extension = extname(file).toLowerCase();
  if (extension !== '.csv') refuseFlags(file, { label, client, ignore }, 'CSV file');
  const spec = specOf(file, extension, { label, client, ignore });
  // Reading draws nothing.
  return summarise(loadData(spec, new Random(0)));
}

function specOf(file: string, extension: string, columns: Flags): DataSpec {
  switch (extension) {
    case '.csv':
      return { source: 'csv', file, missing: 'skip', ...columns };
    case '.npy':
      return { source: 'npy', points: file };
    case '.json':
      return { source: 'leaf', file };
    case '.gz':
    case '.idx':
    case '.idx3-ubyte':
      return { source: 'idx', images: file };
    default:
      throw new CahootsError(
        'bad-input',
        `expected a file named .yaml, .csv, .npy, .json, .idx or .gz, got ${file}`,
      );
  }
}

function refuseFlags(file: string, flags: Readonly<Record<string, unknown>>, of: string): void {
  const [name] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
  if (name === undefined) return;
  throw new CahootsError('bad-input', `expected a ${of} with this flag, got ${file}`, { path: `--${name}` });
}
