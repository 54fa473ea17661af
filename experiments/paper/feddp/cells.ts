/** Cells of a table, each a mean over seeds: the runs that they need, and their results. */

import { sha256 } from '../../../src/run/tidy/fingerprint.ts';
import { spread } from '../../../src/core/math/statistics/spread.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { detailsOf } from '../keys.ts';
import type { PaperOptions } from '../options.ts';
import { type PrivateRequest, privateRun, type PrivateRun } from './job.ts';

/** One cell without its seeds. */
export type Cell = Omit<PrivateRequest, 'seed' | 'variant'>;

/** The runs of every cell, seed by seed; all cells of a seed follow each other, as they share their data. */
export async function runCells(cells: readonly Cell[], options: PaperOptions): Promise<PrivateRun[][]> {
  const requests = Array.from({ length: options.seeds }, (_, i) => i + 1).flatMap((seed) =>
    cells.map((cell): PrivateRequest => ({ ...cell, seed, variant: 0 })),
  );
  const details = detailsOf(requests);
  const keys = requests.map(({ epsilon, shares, server }, i) =>
    sha256(JSON.stringify([details.keys[i], epsilon, shares, server])),
  );
  const runs = await runBatch(privateRun, requests, { ...options, ...details, keys });
  return cells.map((_, c) => runs.filter((_run, at) => at % cells.length === c));
}

/** The excess of a run's cost over the optimum, in %. */
export function excessOf({ cost, optimal }: PrivateRun): number | undefined {
  return cost === undefined || optimal === undefined ? undefined : 100 * (cost / optimal - 1);
}

/** The cost per point of a run. */
export const costOf = ({ cost }: PrivateRun): number | undefined => cost;

/** The mean over seeds, with the spread if there are several runs; with the number of failed runs if there are any. */
export function meanOver(runs: readonly PrivateRun[], of: (run: PrivateRun) => number | undefined): string {
  const values = runs.flatMap((run) => of(run) ?? []);
  if (values.length < runs.length) return `${runs.length - values.length} failed`;
  const { mean, deviation } = spread(values);
  return values.length === 1 ? mean.toFixed(3) : `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`;
}

/** The mean alone; undefined if a run failed. */
export function meanIf(
  runs: readonly PrivateRun[],
  of: (run: PrivateRun) => number | undefined,
): number | undefined {
  const values = runs.flatMap((run) => of(run) ?? []);
  return values.length < runs.length ? undefined : spread(values).mean;
}
