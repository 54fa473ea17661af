/** MUFC's tables and the figures about unlearning: the runs for each, and the paper's values. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CahootsError } from '../../src/core/base/errors.ts';
import { table } from '../../src/run/report/table.ts';
import { numbersOf } from '../../src/run/tidy/numbers.ts';
import { spread } from '../../src/core/math/statistics/spread.ts';
import { cellRun } from './cell.ts';
import { runBatch } from '../../src/studies/batch/batch.ts';
import { detailsOf } from './keys.ts';
import { bestLoss } from './mufc-jobs.ts';
import type { PaperOptions } from './options.ts';

/** In the order of a scenario's variants: its own protocol, then its `compare` list. */
const ALGORITHMS = ['MUFC', 'MUFC, full at clients', 'k-FED', 'DC-KMeans'] as const;

export interface DataSet {
  readonly name: string;
  /** The file of its scenario, if it uses another data set's. */
  readonly file?: string;
  readonly clusters: number;
  /** Settings that name files, by path below the data folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Additional settings if the files are given. */
  readonly given?: readonly string[];
  /** Loss ratios of {@link ALGORITHMS}: the first from Table 1, the second from Table 2. */
  readonly printed?: readonly [string, string, string, string];
}

export const DATA: readonly DataSet[] = [
  {
    name: 'celltype',
    clusters: 4,
    files: { 'data.points': 'celltype/points.npy', 'data.clients': 'celltype/clients.npy' },
    printed: ['1.14 ± 0.03', '1.03 ± 0.00', '1.72 ± 0.24', '1.46 ± 0.01'],
  },
  {
    name: 'gaussian',
    clusters: 10,
    files: { 'data.points': 'mufc-gaussian/points.npy', 'data.clients': 'mufc-gaussian/clients.npy' },
    given: ['data={source: npy, points: "", partition: {by: client}, scale: {minimum: -0.5, maximum: 0.5}}'],
    printed: ['1.25 ± 0.02', '1.02 ± 0.00', '1.25 ± 0.01', '1.02 ± 0.00'],
  },
  {
    name: 'postures',
    clusters: 5,
    files: { 'data.file': 'postures/Postures.csv' },
    printed: ['1.10 ± 0.01', '1.02 ± 0.00', '1.13 ± 0.01', '1.03 ± 0.00'],
  },
  { name: 'letter', clusters: 26, files: { 'data.file': 'letter/letter.csv' } },
];

export const scenarioOf = ({ name, file = name }: DataSet): string =>
  fileURLToPath(new URL(`../../scenarios/paper/mufc-${file}.yaml`, import.meta.url));

/** The settings of a data set; undefined if its files are not in the folder. */
export function settingsOf(
  { files, given = [] }: DataSet,
  folder: string | undefined,
): readonly string[] | undefined {
  if (folder === undefined)
    throw new CahootsError('bad-input', "expected --data DIR with the paper's data sets, got nothing", {
      path: '--data',
    });
  const paths = Object.entries(files).map(([setting, file]) => [setting, resolve(join(folder, file))]);
  if (paths.some(([, path]) => !existsSync(path))) return undefined;
  return [...given, ...paths.map(([setting, path]) => `${setting}=${JSON.stringify(path)}`)];
}

/** Tables 1 and 2: the induced loss over the best centralised one. Ends with a newline. */
export async function mufcLosses(options: PaperOptions): Promise<string> {
  const { seeds } = options;
  const found = DATA.flatMap((data) => {
    const set = settingsOf(data, options.data);
    return set === undefined ? [] : [{ data, set, file: scenarioOf(data) }];
  });
  const whole = found.map(({ data: { clusters }, set, file }) => {
    return { file, set: [...set], clusters, seed: 1, variant: 0 };
  });
  const best = await runBatch(bestLoss, whole, { ...options, ...detailsOf(whole) });
  const requests = found.flatMap(({ set, file }) =>
    ALGORITHMS.flatMap((_, variant) =>
      Array.from({ length: seeds }, (__, i) => ({
        file,
        seed: i + 1,
        variant,
        set,
        centres: 'none' as const,
      })),
    ),
  );
  const runs = await runBatch(cellRun, requests, { ...options, ...detailsOf(requests) });
  const rows = ALGORITHMS.flatMap((algorithm, variant) => {
    const ours = found.map((_, d) => {
      const first = (d * ALGORITHMS.length + variant) * seeds;
      const losses = numbersOf(runs.slice(first, first + seeds), 'lossAtCentres');
      if (losses.length === 0) return 'failed';
      const { mean, deviation } = spread(losses.map((loss) => loss / best[d]));
      return `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`;
    });
    return [
      [algorithm, 'ours', ...ours],
      [algorithm, 'paper', ...found.map(({ data }) => data.printed?.[variant] ?? '')],
    ];
  });
  const missing = DATA.filter((data) => found.every((one) => one.data !== data)).map(({ name }) => name);
  return [
    `MUFC, Tables 1 and 2: induced loss over the best centralised loss; ${seeds} seeds\n`,
    table(['', ' ', ...found.map(({ data }) => data.name)], rows, ['', ' ']),
    ...(missing.length === 0 ? [] : [`not found in the folder: ${missing.join(', ')}\n`]),
  ].join('\n');
}
