/** Cost against total epsilon on the Gaussians, at point level. */

import { table } from '../../../src/run/report/table.ts';
import type { PaperOptions } from '../options.ts';
import { scenarioFile } from '../options.ts';
import { excessOf, meanOver, runCells } from './cells.ts';
import { METHODS } from './methods.ts';
import { drawCosts } from './picture.ts';
import { cellOf, curvesOf, HEAD, placesOf, rowsOf } from './places.ts';

/** Ends with a newline; writes its picture into the documentation. */
export async function feddpGaussians(options: PaperOptions): Promise<string> {
  const file = scenarioFile('feddp-gaussians');
  const places = placesOf(METHODS);
  const server = { each: 20, cube: 100 };
  // Sums without noise are the same whoever holds the points, and fewer are faster.
  const cells = places.map((place) => cellOf(place, file, { server, bare: ['clients=2'] }));
  const found = await runCells(cells, options);
  drawCosts('feddp-gaussians.svg', curvesOf(places, found, excessOf), {
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
