/** Cost against total epsilon on persons of the American Community Survey. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { meanIf, runCells } from './cells.ts';
import type { PrivateRun } from './job.ts';
import { EPSILONS, METHODS } from './methods.ts';
import { prepareAcs } from './persons.ts';
import { drawCosts } from './picture.ts';
import { cellOf, curvesOf, HEAD, placesOf, rowsOf } from './places.ts';

/** Cost per point that a prototype reached on the same data. */
const PROTOTYPE = ['5.471', '5.341', '5.284', '5.298'] as const;
/** The lowest cost per point found without privacy. */
const OPTIMAL = 5.262;

/** Ends with a newline; writes its picture. */
export async function feddpAcs(options: PaperOptions): Promise<string> {
  const file = scenarioFile('feddp-acs');
  const acs = prepareAcs(options.data, join(tmpdir(), 'cahoots-acs'));
  const data = { source: 'npy', points: acs.points, clients: acs.clients, partition: { by: 'client' } };
  const given = [`clients=${acs.holders}`, `data=${JSON.stringify(data)}`];
  const own = [`protocol.clip=${acs.norm}`, `protocol.server=${JSON.stringify({ points: acs.server })}`];
  const methods = METHODS.filter(({ title }) => /^FedDP|^ServerLloyds, T|^FastLloyd|^k-FED/.test(title));
  const places = placesOf(methods);
  const cells = places.map((place) => cellOf(place, file, { given, own }));
  const found = await runCells(cells, options);
  const rows = rowsOf(methods, places, found, ({ cost }) => cost);
  const costsOf = (title: string, epsilon: number): number =>
    Number(
      meanIf(
        found[places.findIndex(({ method, budget }) => method.title === title && budget === epsilon)],
        ({ cost }) => cost,
      ),
    );
  const rivals = methods.filter(({ family }) => family === 'ServerLloyds').map(({ title }) => title);
  const shared = EPSILONS.slice(2).flatMap((epsilon) => rivals.map((title) => [title, epsilon] as const));
  const ahead = shared.filter(
    ([title, epsilon]) => costsOf('FedDP, T = 0', epsilon) < costsOf(title, epsilon),
  );
  rows.push(['prototype, T = 0', ...PROTOTYPE, '']);
  const above = ({ cost }: PrivateRun) => (cost === undefined ? undefined : 100 * (cost / OPTIMAL - 1));
  drawCosts(options, 'feddp-acs.svg', curvesOf(places, found, above), {
    title: 'Private clustering of persons of the American Community Survey',
    caption: `means of ${options.seeds} seeds; ${acs.holders} areas; above the best found without privacy (${OPTIMAL} a point)`,
    y: '% above the best',
  });
  return [
    `FedDP-KMeans and others, American Community Survey, ${acs.holders} areas: cost a point (${OPTIMAL} is the best found without privacy); seeds: ${options.seeds}\n`,
    table(HEAD, rows, [HEAD[0]]),
    `the paper (Figures 1, 8 and 9, curves only): FedDP ahead but at the smallest budgets; here, T = 0 is ahead of ServerLloyds in ${ahead.length} of ${shared.length} cells\n`,
  ].join('\n');
}
