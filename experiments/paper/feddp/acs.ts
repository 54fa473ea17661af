/** Cost against total epsilon on persons of the American Community Survey. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../../src/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { type Cell, meanIf, meanOver, runCells } from './cells.ts';
import { frontOf } from './front.ts';
import { EPSILONS, METHODS } from './methods.ts';
import { prepareAcs } from './persons.ts';
import { drawCosts } from './picture.ts';

/** What a prototype of the restated paper came to on the same data: cost a point. */
const PROTOTYPE = ['5.471', '5.341', '5.284', '5.298'] as const;
/** The best found without privacy. */
const OPTIMAL = 5.262;

/** Ends with a newline; writes its picture into the documentation. */
export async function feddpAcs(options: PaperOptions): Promise<string> {
  const file = scenarioFile('feddp-acs');
  const acs = prepareAcs(options.data, join(tmpdir(), 'cahoots-acs'));
  const data = { source: 'npy', points: acs.points, clients: acs.clients, partition: { by: 'client' } };
  const given = [`clients=${acs.holders}`, `data=${JSON.stringify(data)}`];
  const server = [`protocol.clip=${acs.norm}`, `protocol.server=${JSON.stringify({ points: acs.server })}`];
  const methods = METHODS.filter(({ title }) => /^FedDP|^ServerLloyds, T|^FastLloyd/.test(title));
  const places = methods.flatMap((method) => method.epsilons.map((epsilon) => ({ method, epsilon })));
  const cells = places.map(({ method: { set, shares }, epsilon }): Cell => {
    return { file, set: [...given, ...(shares ? server : []), ...set], epsilon, ...(shares && { shares }) };
  });
  const found = await runCells(cells, options);
  const cost = ({ cost: value }: { readonly cost?: number }): number | undefined => value;
  const rows: string[][] = methods.map((method) => [
    method.title,
    ...EPSILONS.map((epsilon) => {
      const at = places.findIndex((place) => place.method === method && place.epsilon === epsilon);
      return at < 0 ? '' : meanOver(found[at], cost);
    }),
  ]);
  rows.push(['prototype, T = 0', ...PROTOTYPE]);
  const families = [...new Set(methods.map(({ family }) => family))];
  drawCosts(
    'feddp-acs.svg',
    families.map((name) => ({
      name,
      points: frontOf(
        places.flatMap(({ method, epsilon }, at) => {
          const mean = meanIf(found[at], cost);
          if (method.family !== name || mean === undefined) return [];
          return [{ epsilon, cost: 100 * (mean / OPTIMAL - 1) }];
        }),
      ),
    })),
    {
      title: 'Private clustering of persons of the American Community Survey',
      caption: `means of ${options.seeds} seeds; ${acs.holders} areas; above the best found without privacy (${OPTIMAL} a point)`,
      y: '% above the best',
    },
  );
  const head = ['total epsilon at delta 1e-6', ...EPSILONS.map(String)];
  return [
    `FedDP-KMeans and others, American Community Survey, ${acs.holders} areas: cost a point (${OPTIMAL} is the best found without privacy); seeds: ${options.seeds}\n`,
    table(head, rows, ['total epsilon at delta 1e-6']),
  ].join('\n');
}
