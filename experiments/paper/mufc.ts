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
  /** Table 1: how many times faster than retraining a request is that hits no centre. */
  readonly speedUp?: number;
}

export const DATA: readonly DataSet[] = [
  {
    name: 'celltype',
    clusters: 4,
    files: { 'data.points': 'celltype/points.npy', 'data.clients': 'celltype/clients.npy' },
    printed: ['1.14 ± 0.03', '1.03 ± 0.00', '1.72 ± 0.24', '1.46 ± 0.01'],
    speedUp: 1535,
  },
  {
    name: 'gaussian',
    clusters: 10,
    files: { 'data.points': 'mufc-gaussian/points.npy', 'data.clients': 'mufc-gaussian/clients.npy' },
    given: ['data={source: npy, points: "", partition: {by: client}, scale: {minimum: -0.5, maximum: 0.5}}'],
    printed: ['1.25 ± 0.02', '1.02 ± 0.00', '1.25 ± 0.01', '1.02 ± 0.00'],
    speedUp: 2074,
  },
  {
    name: 'postures',
    clusters: 5,
    files: { 'data.file': 'postures/Postures.csv' },
    printed: ['1.10 ± 0.01', '1.02 ± 0.00', '1.13 ± 0.01', '1.03 ± 0.00'],
    speedUp: 613,
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

/** One algorithm on one data set, over all seeds that clustered. */
export interface LossCell {
  readonly algorithm: (typeof ALGORITHMS)[number];
  readonly data: DataSet;
  readonly printed: string;
  /** The induced loss over the best centralised one. */
  readonly ratios: readonly number[];
  readonly hashes: readonly string[];
}

/** Of the data sets that the folder has, the cells of {@link ALGORITHMS} in each. */
export async function lossCells(options: PaperOptions): Promise<readonly LossCell[]> {
  const { seeds } = options;
  const found = DATA.flatMap((data) => {
    const set = settingsOf(data, options.data);
    return set === undefined ? [] : [{ data, set, file: scenarioOf(data) }];
  });
  const whole = found.map(({ data: { clusters }, set, file }) => {
    return { file, set: [...set], clusters, seed: 1, variant: 0 };
  });
  const best = await runBatch(bestLoss, whole, { ...options, ...detailsOf(whole) });
  const cells = found.flatMap((one, d) =>
    ALGORITHMS.map((algorithm, variant) => ({ ...one, algorithm, variant, best: best[d] })),
  );
  const requests = cells.flatMap(({ file, set, variant }) =>
    Array.from({ length: seeds }, (_, i) => ({ file, seed: i + 1, variant, set, centres: 'none' as const })),
  );
  const runs = await runBatch(cellRun, requests, { ...options, ...detailsOf(requests) });
  return cells.map(({ algorithm, data, variant, best: least }, c): LossCell => {
    const own = runs.slice(c * seeds, (c + 1) * seeds);
    return {
      algorithm,
      data,
      printed: data.printed?.[variant] ?? '',
      ratios: numbersOf(own, 'lossAtCentres').map((loss) => loss / least),
      hashes: own.flatMap(({ hash }) => hash ?? []),
    };
  });
}

/** Tables 1 and 2: the induced loss over the best centralised one. Ends with a newline. */
export async function mufcLosses(options: PaperOptions): Promise<string> {
  const cells = await lossCells(options);
  const sets = [...new Set(cells.map(({ data }) => data))];
  const rows = ALGORITHMS.flatMap((name) => {
    const own = cells.filter(({ algorithm }) => algorithm === name);
    return [
      [name, 'ours', ...own.map(({ ratios }) => ratioText(ratios))],
      [name, 'paper', ...own.map(({ printed }) => printed)],
    ];
  });
  const missing = DATA.filter((data) => !sets.includes(data)).map(({ name }) => name);
  return [
    `MUFC, Tables 1 and 2: induced loss over the best centralised loss; ${options.seeds} seeds\n`,
    table(['', ' ', ...sets.map(({ name }) => name)], rows, ['', ' ']),
    ...(missing.length === 0 ? [] : [`not found in the folder: ${missing.join(', ')}\n`]),
  ].join('\n');
}

function ratioText(ratios: readonly number[]): string {
  if (ratios.length === 0) return 'failed';
  const { mean, deviation } = spread(ratios);
  return `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`;
}
