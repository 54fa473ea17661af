/** Cost against total epsilon on the Gaussians, at point level. */

import { table } from '../../../src/run/report/table.ts';
import type { PaperOptions } from '../options.ts';
import { scenarioFile } from '../options.ts';
import { excessOf, meanOver, runCells } from './cells.ts';
import type { PrivateRun } from './job.ts';
import { type Method, METHODS } from './methods.ts';
import { drawCosts } from './picture.ts';
import { cellOf, curvesOf, HEAD, type Place, placesOf, rowsOf } from './places.ts';

/** Methods at each of their budgets, and the runs of all seeds. */
export async function gaussianRuns(
  methods: readonly Method[],
  options: PaperOptions,
): Promise<{ readonly places: readonly Place[]; readonly found: readonly PrivateRun[][] }> {
  const file = scenarioFile('feddp-gaussians');
  const places = placesOf(methods);
  const server = { each: 20, cube: 100 };
  // Sums without noise are the same whoever holds the points, and fewer are faster.
  const cells = places.map((place) => cellOf(place, file, { server, bare: ['clients=2'] }));
  return { places, found: await runCells(cells, options) };
}

/** Ends with a newline; writes its picture. */
export async function feddpGaussians(options: PaperOptions): Promise<string> {
  const { places, found } = await gaussianRuns(METHODS, options);
  drawCosts(options, 'feddp-gaussians.svg', curvesOf(places, found, excessOf), {
    title: 'Private clustering of the Gaussians: cost above the optimal',
    caption: `means of ${options.seeds} seeds; of each family the best at every budget and below it; 100 clients of 1000 points, d = 100, K = 10`,
    y: '% above the optimal',
  });
  const best = meanOver(found[0], ({ optimal }) => optimal);
  return [
    `FedDP-KMeans and others, Gaussians, 100 clients of 1000 points: cost above the optimal ${best} a point, in %; seeds: ${options.seeds}\n`,
    table(HEAD, rowsOf(METHODS, places, found, excessOf), [HEAD[0]]),
  ].join('\n');
}
