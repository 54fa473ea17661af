/** MUFC, Tables 1 and 2: the induced loss over the best centralised one. */

import { spread } from '../../../src/core/math/statistics/spread.ts';
import { table } from '../../../src/run/report/table.ts';
import { numbersOf } from '../../../src/run/tidy/numbers.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { cellRun } from '../cell.ts';
import { detailsOf } from '../keys.ts';
import type { PaperOptions } from '../options.ts';
import { ALGORITHMS, DATA, dataIn, type DataSet, HASHED } from './data.ts';
import { bestLoss } from './jobs.ts';

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
  const found = dataIn(options);
  const whole = found.map(({ data: { clusters }, central, set, file }) => {
    return { file, set: [...set], clusters, central, seed: 1, variant: 0 };
  });
  const best = await runBatch(bestLoss, whole, { ...options, ...detailsOf(whole) });
  const cells = found.flatMap((one, d) =>
    ALGORITHMS.map((algorithm, variant) => ({ ...one, algorithm, variant, best: best[d] })),
  );
  const requests = cells.flatMap(({ file, set: own, variant }) => {
    const set = variant === 0 ? [...own, HASHED] : own;
    return Array.from({ length: seeds }, (_, i) => {
      return { file, seed: i + 1, variant, set, centres: 'none' as const };
    });
  });
  const runs = await runBatch(cellRun, requests, { ...options, ...detailsOf(requests) });
  return cells.map(({ algorithm, data, variant, best: least }, c): LossCell => {
    const own = runs.slice(c * seeds, (c + 1) * seeds);
    return {
      algorithm,
      data,
      printed: data.printed[variant],
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
