/** FedDP-KMeans, and what else starts from the server's points, if the server has none of some clusters (the paper's Figures 3 to 6). */

import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import type { PrivateRun } from './job.ts';
import { costOf, excessOf, meanIf, meanOver, runCells } from './cells.ts';
import { METHODS, RIVALS } from './methods.ts';
import { cellOf } from './places.ts';

const MISSING = [0, 1, 2, 4, 6, 8] as const;
const EPSILON = 0.82;
/** Cost per point that a prototype reached; the optimum is 49.915. */
const PROTOTYPE = ['49.93', '49.95', '50.48', '51.30', '51.87', '52.74'] as const;

/** FedDP first. */
const COMPARED = [...METHODS.filter(({ title }) => title === 'FedDP, T = 0'), ...RIVALS];

/** A method, and for each number of missing clusters the runs of all seeds. */
export interface MissingRuns {
  readonly title: string;
  readonly found: readonly (readonly PrivateRun[])[];
}

/** FedDP first, then what is compared with it. */
export async function missingRuns(options: PaperOptions): Promise<readonly [MissingRuns, ...MissingRuns[]]> {
  const file = scenarioFile('feddp-gaussians');
  const cells = COMPARED.flatMap((method) =>
    MISSING.map((missing) =>
      cellOf({ method, budget: EPSILON }, file, { server: { each: 20, cube: 100, missing } }),
    ),
  );
  const found = await runCells(cells, options);
  const [feddp, ...others] = COMPARED.map(({ title }, at): MissingRuns => {
    return { title, found: found.slice(at * MISSING.length, (at + 1) * MISSING.length) };
  });
  return [feddp, ...others];
}

/** In how many steps another missing cluster costs more. */
export function risingSteps({ found }: MissingRuns): { readonly held: number; readonly of: number } {
  const excess = found.map((runs) => meanIf(runs, excessOf));
  const held = excess.slice(1).filter((cost, i) => cost !== undefined && cost > (excess[i] ?? cost)).length;
  return { held, of: excess.length - 1 };
}

/** For every number of missing clusters and seed, whether the one costs less than the other. */
export function isCheaper(one: MissingRuns, other: MissingRuns): boolean[] {
  return one.found.flatMap((runs, m) =>
    runs.map((run, seed) => Number(excessOf(run)) < Number(excessOf(other.found[m][seed]))),
  );
}

/** Ends with a newline. */
export async function feddpMissing(options: PaperOptions): Promise<string> {
  const [feddp, ...others] = await missingRuns(options);
  const { held, of } = risingSteps(feddp);
  const ahead = others.flatMap((other) => isCheaper(feddp, other));
  const rows = [
    ...[feddp, ...others].map(({ title, found }) => [
      title,
      ...found.map((runs) => meanOver(runs, excessOf)),
    ]),
    ['FedDP, a point', ...feddp.found.map((runs) => meanOver(runs, costOf))],
    ['prototype, a point', ...PROTOTYPE],
  ];
  return [
    `Gaussians, total epsilon ${EPSILON}: cost above the optimal in %, by clusters of which the server has no points; seeds: ${options.seeds}\n`,
    table(['clusters missing of 10', ...MISSING.map(String)], rows, ['clusters missing of 10']),
    `the paper (Figure 3, a curve only): modestly worse, the more clusters are missing; here worse in ${held} of ${of} steps`,
    `the paper (Figures 4 to 6, curves only): FedDP stays ahead; here in ${ahead.filter(Boolean).length} of ${ahead.length} runs\n`,
  ].join('\n');
}
