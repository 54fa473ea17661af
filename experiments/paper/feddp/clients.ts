/** Cost against total epsilon on the Gaussians, at client level. */

import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { type Cell, excessOf, meanIf, meanOver, runCells } from './cells.ts';
import type { PrivateRun } from './job.ts';
import { drawCosts } from './picture.ts';

/** Per client clips of the authors' configuration for 2000 clients of 50 points. */
const CLIPS = { outer: 1500, weights: 1, means: 21, indicators: 10, sums: 120, counts: 50 };
const CLIENTS = [1000, 2000, 5000] as const;
const EPSILONS = [0.63, 1.27, 2.56, 5.15] as const;
/** Cost per point that a prototype reached; the optimum is about 49.95. */
const PROTOTYPE = [
  ['61.1', '56.3', '53.67', '51.36'],
  ['56.2', '53.56', '50.74', '50.03'],
  ['52.1', '50.22', '50.03', '50.00'],
] as const;

/** By number of clients and total epsilon, the runs of all seeds. */
type ClientRuns = (clients: number, epsilon: number) => readonly PrivateRun[];

export async function clientRuns(options: PaperOptions): Promise<ClientRuns> {
  const file = scenarioFile('feddp-gaussians');
  const places = CLIENTS.flatMap((clients) => EPSILONS.map((epsilon) => ({ clients, epsilon })));
  const cells = places.map(({ clients, epsilon }): Cell => {
    const set = [
      `clients=${clients}`,
      `data.points=${50 * clients}`,
      'protocol.level=client',
      `protocol.clips=${JSON.stringify(CLIPS)}`,
      'protocol.bits=14',
    ];
    const shares = { outer: 1, weights: 1, sums: 1, counts: 0.2 };
    return { file, set, epsilon, shares, server: { each: 20, cube: 100 } };
  });
  const found = await runCells(cells, options);
  return (clients, epsilon) =>
    found[places.findIndex((place) => place.clients === clients && place.epsilon === epsilon)];
}

/** Pairs of the same budget, with fewer and with more clients. */
export function moreClients(runsOf: ClientRuns): (readonly [readonly PrivateRun[], readonly PrivateRun[]])[] {
  return CLIENTS.slice(1).flatMap((clients, c) =>
    EPSILONS.map((epsilon) => [runsOf(CLIENTS[c], epsilon), runsOf(clients, epsilon)] as const),
  );
}

/** Ends with a newline; writes its picture. */
export async function feddpClients(options: PaperOptions): Promise<string> {
  const runsOf = await clientRuns(options);
  const rows = CLIENTS.flatMap((clients, c) => [
    [
      `${clients} clients of 50, above the optimal in %`,
      ...EPSILONS.map((epsilon) => meanOver(runsOf(clients, epsilon), excessOf)),
    ],
    ['  a point', ...EPSILONS.map((epsilon) => meanOver(runsOf(clients, epsilon), ({ cost }) => cost))],
    ['  prototype, a point', ...PROTOTYPE[c]],
  ]);
  const more = moreClients(runsOf);
  const better = more.filter(
    ([fewer, own]) => Number(meanIf(own, excessOf)) < Number(meanIf(fewer, excessOf)),
  );
  drawCosts(
    options,
    'feddp-clients.svg',
    CLIENTS.map((clients) => ({
      name: `${clients} clients`,
      points: EPSILONS.flatMap((epsilon) => {
        const cost = meanIf(runsOf(clients, epsilon), excessOf);
        return cost === undefined ? [] : [{ epsilon, cost }];
      }),
    })),
    {
      title: 'FedDP-KMeans where a whole client is one unit: cost above the optimal',
      caption: `means of ${options.seeds} seeds; clients of 50 points of the Gaussians`,
      y: '% above the optimal',
    },
  );
  const head = ['total epsilon at delta 1e-6', ...EPSILONS.map(String)];
  return [
    `FedDP-KMeans, Gaussians, at the level of clients; seeds: ${options.seeds}\n`,
    table(head, rows, ['total epsilon at delta 1e-6']),
    `the paper (Figures 2, 10 and 11, curves only): better with more clients at the same budget; here in ${better.length} of ${more.length} cells\n`,
  ].join('\n');
}
