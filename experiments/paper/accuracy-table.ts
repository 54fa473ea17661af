/** Runs a table of accuracies and prints our values beside the paper's. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { standard } from '../../bin/standard.ts';
import { CahootsError } from '../../src/core/base/errors.ts';
import { table } from '../../src/run/report/table.ts';
import { loadFairly } from '../../src/run/scenario/fair-start.ts';
import { groupBy, noteLines, sharedNotes } from '../../src/run/tidy/notes.ts';
import { spread } from '../../src/core/math/statistics/spread.ts';
import { runBatch } from '../../src/studies/batch/batch.ts';
import { type CellRequest, cellRun, type CellRun } from './cell.ts';
import { detailsOf } from './keys.ts';
import type { PaperOptions } from './options.ts';
import { ALGORITHMS, IMAGES, type PaperTable, type Setting, TABLES } from './tables.ts';

/** One algorithm in one setting, over all seeds. */
export interface AccuracyCell {
  readonly name: (typeof ALGORITHMS)[number]['name'];
  readonly setting: Setting;
  readonly printed: Setting['printed'][number];
  readonly runs: readonly CellRun[];
}

/** The cells of a table, setting by setting, those of {@link ALGORITHMS} in each. */
export async function accuracyCells(
  { settings }: PaperTable,
  options: PaperOptions,
): Promise<readonly AccuracyCell[]> {
  const { seeds } = options;
  const cells = settings.flatMap((setting) =>
    ALGORITHMS.map(({ name, variant }, row) => ({ name, printed: setting.printed[row], setting, variant })),
  );
  const requests = cells.flatMap(({ setting, variant }) => requestsOf(setting, variant, options));
  const runs = await runBatch(cellRun, requests, { ...options, ...detailsOf(requests) });
  return cells.map((cell, c) => ({ ...cell, runs: runs.slice(c * seeds, (c + 1) * seeds) }));
}

/** Ends with a newline. */
export async function accuracyTable(paperTable: PaperTable, options: PaperOptions): Promise<string> {
  const { title, settings } = paperTable;
  const cells = await accuracyCells(paperTable, options);

  const line = (algorithm: string, what: string, show: (cell: AccuracyCell) => string): string[] => {
    const own = cells.filter(({ name }) => name === algorithm);
    return [algorithm, what, ...own.map(show)];
  };
  const ours =
    (score: (run: CellRun) => number | undefined) =>
    ({ runs }: AccuracyCell): string => {
      const values = runs.flatMap((run) => score(run) ?? []);
      if (values.length === 0) return '';
      const { mean, deviation } = spread(values);
      return percent(mean * 100, deviation * 100);
    };
  const byTruth = cells.some(({ runs }) => runs.some((run) => run.nearestCentreAccuracy !== undefined));
  const rows = ALGORITHMS.flatMap(({ name }) => [
    line(
      name,
      byTruth ? 'ours, by component' : 'ours',
      ours(({ accuracy }) => accuracy),
    ),
    ...(byTruth
      ? [
          line(
            name,
            'ours, by nearest centre',
            ours((run) => run.nearestCentreAccuracy),
          ),
        ]
      : []),
    line(name, 'paper', ({ printed: [mean, deviation] }) => percent(mean, deviation)),
  ]);
  const secure = cells.filter(({ name }) => name === 'SecFC').flatMap(({ runs }) => runs);
  const equal = secure.filter(({ equalsLloyd }) => equalsLloyd === true).length;
  const told = cells.flatMap(({ name, runs }) => runs.map((run) => ({ ...run, name })));
  const starts = sharedNotes(told, groupBy(['name']), ({ column }) => column === 'start');
  return [
    `${title}; ${options.seeds} seeds\n`,
    table(['', '', ...settings.map(({ heading }) => heading)], rows, ['']),
    `SecFC equals Lloyd in every iteration of ${equal} of ${secure.length} runs\n`,
    ...noteLines(starts).map((start) => `${start}\n`),
  ].join('\n');
}

/** As the paper prints them. */
export function percent(mean: number, deviation: number): string {
  return `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`;
}

/** One column of a table, with what it prints for an algorithm. */
export interface PublishedCell {
  readonly heading: string;
  readonly printed: string;
  readonly file: string;
  readonly set: readonly string[];
  readonly clusters: number;
  /** k' */
  readonly classesPerClient: number;
}

/** What the tables print for an algorithm: mixtures are drawn by seed, and images are left out without a folder of data. */
export function publishedCells(
  algorithm: (typeof ALGORITHMS)[number]['name'],
  { data }: Pick<PaperOptions, 'data'>,
): readonly PublishedCell[] {
  const place = ALGORITHMS.findIndex(({ name }) => name === algorithm);
  const images = data === undefined ? undefined : join(data, IMAGES);
  return Object.values(TABLES).flatMap(({ settings }) =>
    settings.flatMap((setting): PublishedCell[] => {
      const { given, heading, printed, scenario: file, clusters, classesPerClient } = setting;
      if (given === undefined && (images === undefined || !existsSync(images))) return [];
      return [
        {
          heading: `${heading}${given === undefined ? '' : `, ${given.split('-')[1].replace('sigma', 'sigma=')}`}`,
          printed: percent(...printed[place]),
          file,
          set: dataOf(setting, given, given === undefined ? images : undefined).set,
          clusters,
          classesPerClient,
        },
      ];
    }),
  );
}

function requestsOf(
  setting: Setting,
  variant: number,
  { seeds, data, fairStart }: PaperOptions,
): CellRequest[] {
  const { scenario: file, given } = setting;
  const { centres, set: own } = dataOf(setting, given, data);
  const { set } = loadFairly(file, { plugins: [standard], set: own, variant, fairStart });
  return Array.from({ length: seeds }, (_, i) => ({ file, seed: i + 1, variant, set, centres }));
}

/** Mixtures drawn by seed or from a folder, or images, which are always from a folder. */
function dataOf(
  { classesPerClient, set }: Setting,
  given: string | undefined,
  folder: string | undefined,
): Pick<CellRequest, 'centres' | 'set'> {
  if (given === undefined) {
    if (folder === undefined) throw missing('--data DIR with the images and labels of MNIST', 'nothing');
    const file = (name: string): string => inFolder(folder, [`t10k-${name}.gz`, `train-${name}.gz`]);
    const images = `data.images=${JSON.stringify(file('images-idx3-ubyte'))}`;
    return {
      centres: 'none',
      set: [...set, images, `data.labels=${JSON.stringify(file('labels-idx1-ubyte'))}`],
    };
  }
  if (folder === undefined) return { centres: 'drawn', set };
  const file = (name: string): string => inFolder(folder, [`${given}.${name}.npy`]);
  const data = {
    source: 'npy',
    points: file('points'),
    labels: file('labels'),
    partition: { by: 'class', classesPerClient },
  };
  const others = set.filter((setting) => !setting.startsWith('data.'));
  return { centres: { file: file('centers') }, set: [`data=${JSON.stringify(data)}`, ...others] };
}

function inFolder(folder: string, names: readonly string[]): string {
  const paths = names.map((name) => resolve(join(folder, name)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw missing(`a folder with ${names.join(' or ')}`, folder);
  return found;
}

function missing(expected: string, got: string): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path: '--data' });
}
