/**
 * SecFC, Table 1, from the start that the paper states and from two others: Algorithm 1 draws a random cluster
 * for every point (line 6), and section 5 separates the centres once.
 */

import { standard } from '../../bin/standard.ts';
import { table } from '../../src/run/report/table.ts';
import { loadFairly } from '../../src/run/scenario/fair-start.ts';
import { runBatch } from '../../src/studies/batch/batch.ts';
import { percent } from './accuracy-table.ts';
import { type CellRequest, cellRun, type CellRun } from './cell.ts';
import { detailsOf } from './keys.ts';
import { type PaperOptions, refuseData, scenarioFile } from './options.ts';
import { TABLES } from './tables.ts';
import { spread } from '../../src/core/math/statistics/spread.ts';

const STARTS = [
  { title: 'as stated: random, separated once', start: 'random' },
  { title: 'one point for each centre, best of 10', start: '{subsets: 1, restarts: 10}' },
  { title: 'k-means++, separated once', start: 'k-means++' },
] as const;

/** The mixtures of sigma = 1, each once, as Lloyd's result does not depend on who holds what; and what the paper prints for Lloyd. */
const MIXTURES = [
  { heading: 'k=4', clusters: 4, printed: TABLES['secfc-table-1'].settings[0].printed[0] },
  { heading: 'k=16', clusters: 16, printed: TABLES['secfc-table-1'].settings[3].printed[0] },
] as const;

/** One start on one mixture, over all seeds. */
export interface StartCell {
  readonly title: (typeof STARTS)[number]['title'];
  readonly heading: (typeof MIXTURES)[number]['heading'];
  readonly clusters: number;
  readonly printed: (typeof MIXTURES)[number]['printed'];
  readonly runs: readonly CellRun[];
}

/** @param clusters those of the mixtures that are asked for; absent: all */
export async function startCells(options: PaperOptions, clusters?: number): Promise<readonly StartCell[]> {
  const mixtures = MIXTURES.filter((mixture) => clusters === undefined || mixture.clusters === clusters);
  const cells = STARTS.flatMap((start) => mixtures.map((mixture) => ({ ...start, ...mixture })));
  const requests = cells.flatMap(({ start, clusters: k }) => {
    const file = scenarioFile(`secfc-gaussians-${k}`);
    const set = ['data.deviation=1', `protocol.start=${start}`];
    const { set: laid } = loadFairly(file, { plugins: [standard], set, variant: 1 });
    return Array.from({ length: options.seeds }, (_, i): CellRequest => {
      return { file, seed: i + 1, variant: 1, set: laid, centres: 'none' };
    });
  });
  const runs = await runBatch(cellRun, requests, { ...options, ...detailsOf(requests) });
  return cells.map((cell, c) => ({ ...cell, runs: runs.slice(c * options.seeds, (c + 1) * options.seeds) }));
}

/** Ends with a newline. Lloyd stands for SecFC, which equals it from the same start. */
export async function secfcStarts(options: PaperOptions): Promise<string> {
  refuseData(options, 'this table draws its data');
  const cells = await startCells(options);
  const rows = STARTS.map(({ title }) => [
    title,
    ...cells
      .filter((cell) => cell.title === title)
      .map(({ runs }) => {
        const { mean, deviation } = spread(runs.flatMap(({ accuracy }) => accuracy ?? []));
        return percent(100 * mean, 100 * deviation);
      }),
  ]);
  rows.push(['paper', ...MIXTURES.map(({ printed: [mean, deviation] }) => percent(mean, deviation))]);
  return [
    `SecFC, Table 1: accuracy (%) of Lloyd, which SecFC equals, by its start; ${options.seeds} seeds\n`,
    table(['', ...MIXTURES.map(({ heading }) => heading)], rows, ['']),
  ].join('\n');
}
