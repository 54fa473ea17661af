/** FedDP-KMeans if the server has no points of some clusters (the paper's Figures 3 to 6). */

import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import type { PrivateRun } from './job.ts';
import { type Cell, excessOf, meanIf, meanOver, runCells } from './cells.ts';

const MISSING = [0, 1, 2, 4, 6, 8] as const;
const EPSILON = 0.82;
/** Cost per point that a prototype reached; the optimum is 49.915. */
const PROTOTYPE = ['49.93', '49.95', '50.48', '51.30', '51.87', '52.74'] as const;

/** For each number of missing clusters, the runs of all seeds. */
export function missingRuns(options: PaperOptions): Promise<PrivateRun[][]> {
  const file = scenarioFile('feddp-gaussians');
  const shares = { outer: 0.2, weights: 0.2, sums: 0.4, counts: 0.2 };
  const cells = MISSING.map((missing): Cell => {
    return { file, set: [], epsilon: EPSILON, shares, server: { each: 20, cube: 100, missing } };
  });
  return runCells(cells, options);
}

/** In how many steps another missing cluster costs more. */
export function risingSteps(found: readonly (readonly PrivateRun[])[]): {
  readonly held: number;
  readonly of: number;
} {
  const excess = found.map((runs) => meanIf(runs, excessOf));
  const held = excess.slice(1).filter((cost, i) => cost !== undefined && cost > (excess[i] ?? cost)).length;
  return { held, of: excess.length - 1 };
}

/** Ends with a newline. */
export async function feddpMissing(options: PaperOptions): Promise<string> {
  const found = await missingRuns(options);
  const { held, of } = risingSteps(found);
  const rows = [
    ['above the optimal, in %', ...found.map((runs) => meanOver(runs, excessOf))],
    ['a point', ...found.map((runs) => meanOver(runs, ({ cost }) => cost))],
    ['prototype, a point', ...PROTOTYPE],
  ];
  return [
    `FedDP-KMeans, T = 0, Gaussians, total epsilon ${EPSILON}: clusters of which the server has no points; seeds: ${options.seeds}\n`,
    table(['clusters missing of 10', ...MISSING.map(String)], rows, ['clusters missing of 10']),
    `the paper (Figure 3, a curve only): modestly worse, the more clusters are missing; here worse in ${held} of ${of} steps\n`,
  ].join('\n');
}
