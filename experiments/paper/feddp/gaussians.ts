/** Cost against total epsilon on the Gaussians, at the level of points. */

import { table } from '../../../src/report/table.ts';
import type { PaperOptions } from '../options.ts';
import { scenarioFile } from '../options.ts';
import { type Cell, excessOf, meanIf, meanOver, runCells } from './cells.ts';
import { frontOf } from './front.ts';
import { EPSILONS, METHODS } from './methods.ts';
import { drawCosts } from './picture.ts';

const HEAD = 'total epsilon at delta 1e-6';

/** Ends with a newline; writes its picture into the documentation. */
export async function feddpGaussians(options: PaperOptions): Promise<string> {
  const file = scenarioFile('feddp-gaussians');
  const places = METHODS.flatMap((method) => method.epsilons.map((epsilon) => ({ method, epsilon })));
  const cells = places.map(({ method: { set, shares }, epsilon }): Cell => {
    return { file, set, epsilon, ...(shares && { shares, server: { each: 20, cube: 100 } }) };
  });
  const found = await runCells(cells, options);
  const rows = METHODS.map((method) => [
    method.title,
    ...EPSILONS.map((epsilon) => {
      const at = places.findIndex((place) => place.method === method && place.epsilon === epsilon);
      return at < 0 ? '' : meanOver(found[at], excessOf);
    }),
  ]);
  const points = places.flatMap(({ method, epsilon }, at) => {
    const cost = meanIf(found[at], excessOf);
    return cost === undefined ? [] : [{ method, epsilon, cost }];
  });
  const families = [...new Set(METHODS.map(({ family }) => family))];
  drawCosts(
    'feddp-gaussians.svg',
    families.map((name) => {
      const own = points.filter(({ method }) => method.family === name);
      return { name, points: frontOf(own) };
    }),
    {
      title: 'Private clustering of the Gaussians: cost above the optimal',
      caption: `means of ${options.seeds} seeds; of each family the best at every budget and below it; 100 clients of 1000 points, d = 100, K = 10`,
      y: '% above the optimal',
    },
  );
  const front = frontOf(points.filter(({ method }) => method.family === 'FedDP'));
  const still = front.filter(({ method }) => method.rounds === 0).length;
  const best = meanOver(found[0], ({ optimal }) => optimal);
  return [
    `FedDP-KMeans and others, Gaussians, 100 clients of 1000 points: cost above the optimal ${best} a point, in %; seeds: ${options.seeds}\n`,
    table([HEAD, ...EPSILONS.map(String)], rows, [HEAD]),
    `of the ${front.length} runs of FedDP on its Pareto front ${still} have T = 0 (the paper: .61 to .92)`,
    ...front.map(({ method, epsilon, cost }) => `  ${epsilon}: ${method.title}, ${cost.toFixed(3)} %`),
    '',
  ].join('\n');
}
