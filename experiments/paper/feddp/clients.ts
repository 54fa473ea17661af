/** Cost against total epsilon on the Gaussians, at client level. */

import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { costOf, excessOf, meanIf, meanOver, runCells } from './cells.ts';
import type { PrivateRun } from './job.ts';
import { type Method, RIVALS } from './methods.ts';
import { drawCosts } from './picture.ts';
import { cellOf } from './places.ts';

/** Per client clips of the authors' configuration for 2000 clients of 50 points. */
const CLIPS = { outer: 1500, weights: 1, means: 21, indicators: 10, sums: 120, counts: 50 };
const CLIENTS = [1000, 2000, 5000] as const;
export const BUDGETS = [0.63, 1.27, 2.56, 5.15] as const;
/** Cost per point that a prototype reached; the optimum is about 49.95. */
const PROTOTYPE = [
  ['61.1', '56.3', '53.67', '51.36'],
  ['56.2', '53.56', '50.74', '50.03'],
  ['52.1', '50.22', '50.03', '50.00'],
] as const;

export const FEDDP: Method = {
  family: 'FedDP',
  title: 'FedDP',
  rounds: 0,
  set: ['protocol.rounds=0'],
  shares: { outer: 1, weights: 1, sums: 1, counts: 0.2 },
  epsilons: BUDGETS,
};
/** By number of clients and total epsilon, the runs of all seeds. */
type RunsOf = (clients: number, epsilon: number) => readonly PrivateRun[];

interface ClientRuns {
  readonly feddp: RunsOf;
  readonly rivals: readonly { readonly title: string; readonly runsOf: RunsOf }[];
}

export async function clientRuns(options: PaperOptions): Promise<ClientRuns> {
  const file = scenarioFile('feddp-gaussians');
  const places = [FEDDP, ...RIVALS].flatMap((method) =>
    CLIENTS.flatMap((clients) => BUDGETS.map((epsilon) => ({ method, clients, epsilon }))),
  );
  const cells = places.map(({ method, clients, epsilon }) => {
    const given = [
      `clients=${clients}`,
      `data.points=${50 * clients}`,
      'protocol.level=client',
      `protocol.clips=${JSON.stringify(CLIPS)}`,
      'protocol.bits=14',
    ];
    return cellOf({ method, budget: epsilon }, file, { given, server: { each: 20, cube: 100 } });
  });
  const found = await runCells(cells, options);
  const of = (wanted: Method): RunsOf => {
    const own = places.flatMap((place, at) => (place.method === wanted ? { ...place, runs: found[at] } : []));
    return (clients, epsilon) =>
      own.find((place) => place.clients === clients && place.epsilon === epsilon)?.runs ?? [];
  };
  return { feddp: of(FEDDP), rivals: RIVALS.map((rival) => ({ title: rival.title, runsOf: of(rival) })) };
}

/** Pairs of the same budget, with fewer and with more clients. */
export function moreClients({
  feddp: runsOf,
}: ClientRuns): (readonly [readonly PrivateRun[], readonly PrivateRun[]])[] {
  return CLIENTS.slice(1).flatMap((clients, c) =>
    BUDGETS.map((epsilon) => [runsOf(CLIENTS[c], epsilon), runsOf(clients, epsilon)] as const),
  );
}

/** For every number of clients and seed, whether FedDP costs less than each of its rivals with the largest budget. */
export function isAhead({ feddp, rivals }: ClientRuns): boolean[] {
  const largest = BUDGETS[BUDGETS.length - 1];
  return rivals.flatMap(({ runsOf }) =>
    CLIENTS.flatMap((clients) =>
      runsOf(clients, largest).map(
        (rival, seed) => Number(excessOf(feddp(clients, largest)[seed])) < Number(excessOf(rival)),
      ),
    ),
  );
}

/** For each number of clients, the smallest budget with which FedDP costs less than all rivals in the mean; infinite without one. */
export function budgetsAhead({ feddp, rivals }: ClientRuns): number[] {
  const excessAt = (runsOf: RunsOf, clients: number, epsilon: number): number =>
    Number(meanIf(runsOf(clients, epsilon), excessOf));
  return CLIENTS.map(
    (clients) =>
      BUDGETS.find((epsilon) =>
        rivals.every(({ runsOf }) => excessAt(feddp, clients, epsilon) < excessAt(runsOf, clients, epsilon)),
      ) ?? Number.POSITIVE_INFINITY,
  );
}

/** Ends with a newline; writes its picture. */
export async function feddpClients(options: PaperOptions): Promise<string> {
  const runs = await clientRuns(options);
  const { feddp: runsOf, rivals } = runs;
  const rows = CLIENTS.flatMap((clients, c) => [
    [
      `${clients} clients of 50, above the optimal in %`,
      ...BUDGETS.map((epsilon) => meanOver(runsOf(clients, epsilon), excessOf)),
    ],
    ['  a point', ...BUDGETS.map((epsilon) => meanOver(runsOf(clients, epsilon), costOf))],
    ['  prototype, a point', ...PROTOTYPE[c]],
    ...rivals.map(({ title, runsOf: own }) => [
      `  ${title}, above the optimal in %`,
      ...BUDGETS.map((epsilon) => meanOver(own(clients, epsilon), excessOf)),
    ]),
  ]);
  const more = moreClients(runs);
  const ahead = isAhead(runs);
  const better = more.filter(
    ([fewer, own]) => Number(meanIf(own, excessOf)) < Number(meanIf(fewer, excessOf)),
  );
  drawCosts(
    options,
    'feddp-clients.svg',
    CLIENTS.map((clients) => ({
      name: `${clients} clients`,
      points: BUDGETS.flatMap((epsilon) => {
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
  const head = ['total epsilon at delta 1e-6', ...BUDGETS.map(String)];
  return [
    `FedDP-KMeans, Gaussians, at the level of clients; seeds: ${options.seeds}\n`,
    table(head, rows, ['total epsilon at delta 1e-6']),
    `the paper (Figures 2, 10 and 11, curves only): better with more clients at the same budget; here in ${better.length} of ${more.length} cells`,
    `ahead of what starts from the server's points alone, with generous budgets; here in ${ahead.filter(Boolean).length} of ${ahead.length} runs with the largest\n`,
  ].join('\n');
}
