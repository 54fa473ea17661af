/** Runs of MUFC on a mixture of the paper's kind under different settings. */

import { numbersOf } from '../../../src/run/tidy/numbers.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { standard } from '../../../bin/standard.ts';
import type { Matrix } from '../../../src/core/base/matrix.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { cellRun } from '../cell.ts';
import { detailsOf } from '../keys.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';

/** A smaller mixture of the paper's kind, ten clusters of variance 0.5. */
export const SMALL_POINTS = 4000;
const SMALL = ['clients=20', `data.points=${SMALL_POINTS}`];
export const SMALLER = '4,000 points of 20 clients, drawn, for 30,000 of 100';

/** The mixture's points, in the unit cube. */
export function smallMixture(seed: number): Matrix {
  return loadScenario(scenarioFile('mufc-gaussian'), { plugins: [standard], seed, set: SMALL }).data.points;
}

/** Means over the seeds of the loss under some settings, and the traces' hashes. */
export async function lossesUnder(
  sets: readonly (readonly string[])[],
  options: PaperOptions,
): Promise<readonly { readonly losses: readonly number[]; readonly hashes: readonly string[] }[]> {
  const file = scenarioFile('mufc-gaussian');
  const requests = sets.flatMap((set) =>
    Array.from({ length: options.seeds }, (_, i) => {
      return { file, seed: i + 1, variant: 0, set: [...SMALL, ...set], centres: 'none' as const };
    }),
  );
  const runs = await runBatch(cellRun, requests, { ...options, ...detailsOf(requests) });
  return sets.map((_, at) => {
    const own = runs.slice(at * options.seeds, (at + 1) * options.seeds);
    return { losses: numbersOf(own, 'lossAtCentres'), hashes: own.flatMap(({ hash }) => hash ?? []) };
  });
}
