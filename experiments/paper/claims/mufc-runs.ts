/** Runs of MUFC on a mixture of the paper's kind under different settings. */

import { numbersOf } from '../../../src/run/tidy/numbers.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { standard } from '../../../bin/standard.ts';
import { defined } from '../../../src/core/base/defined.ts';
import type { Matrix } from '../../../src/core/base/matrix.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { cellRun } from '../cell.ts';
import { detailsOf } from '../keys.ts';
import { type DataSet, SMALL } from '../mufc/data.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';

/** What a cell says of data that stand in for the paper's. */
export const standInOf = ({ standIn }: DataSet): { readonly standIn?: string } => defined({ standIn });

/** The mixture's points, in the unit cube. */
export function smallMixture(seed: number): Matrix {
  return loadScenario(scenarioFile('mufc-gaussian'), { plugins: [standard], seed, set: SMALL }).data.points;
}

/** The runs of one setting. */
export interface Losses {
  readonly losses: readonly number[];
  readonly hashes: readonly string[];
}

/** The losses of all seeds under some settings, on the smaller mixture. */
export function lossesUnder(
  sets: readonly (readonly string[])[],
  options: PaperOptions,
): Promise<readonly Losses[]> {
  const file = scenarioFile('mufc-gaussian');
  return lossesOf(
    sets.map((set) => ({ file, set: [...SMALL, ...set] })),
    options,
  );
}

/** The losses of all seeds in some scenarios under some settings. */
export async function lossesOf(
  settings: readonly { readonly file: string; readonly set: readonly string[] }[],
  options: PaperOptions,
): Promise<readonly Losses[]> {
  const requests = settings.flatMap((setting) =>
    Array.from({ length: options.seeds }, (_, i) => {
      return { ...setting, seed: i + 1, variant: 0, centres: 'none' as const };
    }),
  );
  const runs = await runBatch(cellRun, requests, { ...options, ...detailsOf(requests) });
  return settings.map((_, at) => {
    const own = runs.slice(at * options.seeds, (at + 1) * options.seeds);
    return { losses: numbersOf(own, 'lossAtCentres'), hashes: own.flatMap(({ hash }) => hash ?? []) };
  });
}
