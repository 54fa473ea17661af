/** The tables of FedDP-KMeans: what runs for each, and the figures that they are held against. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../../src/report/table.ts';
import { spread } from '../../src/results/statistics.ts';
import { study } from '../../src/study/study.ts';
import { type FeddpOrder, type FeddpRun, feddpRun, type Shares } from './feddp-jobs.ts';
import { prepareAcs } from './acs.ts';
import { keysOf } from './keys.ts';
import type { PaperOptions } from './options.ts';

interface Method {
  readonly title: string;
  readonly set: readonly string[];
  readonly shares: Shares;
  readonly epsilons: readonly number[];
}

const EPSILONS = [0.2, 0.41, 0.82, 1.65] as const;

const INIT: Shares = { outer: 0.2, weights: 0.2, sums: 0.4, counts: 0.2 };
const ROUNDS: Shares = { roundSums: 0.65, roundCounts: 0.35 };

const bare = (title: string, initial: string, rounds: number): Method => ({
  title: `${title}, T = ${rounds}`,
  set: [`protocol.initial=${initial}`, `protocol.rounds=${rounds}`],
  shares: ROUNDS,
  epsilons: [0.82, 1.65],
});

/** FedDP with both rules for noise off the diagonal, one with a round, and what servers can do by themselves. */
const METHODS: readonly Method[] = [
  { title: 'FedDP, T = 0', set: [], shares: INIT, epsilons: EPSILONS },
  {
    title: 'FedDP, T = 0, noise as printed',
    set: ['protocol.spread=paper'],
    shares: INIT,
    epsilons: EPSILONS,
  },
  {
    title: 'FedDP, T = 1',
    set: ['protocol.rounds=1'],
    shares: {
      outer: 0.12,
      weights: 0.12,
      sums: 0.24,
      counts: 0.12,
      roundSums: 0.26,
      roundCounts: 0.14,
    },
    epsilons: EPSILONS,
  },
  ...[1, 5].flatMap((rounds) => [
    bare('ServerLloyds', 'server-lloyd', rounds),
    bare('ServerKMeans++', 'server-kmeans++', rounds),
    bare('SpherePacking', 'sphere-packing', rounds),
  ]),
];

const scenarioOf = (name: string): string =>
  fileURLToPath(new URL(`../../scenarios/paper/${name}.yaml`, import.meta.url));

/** Cost against total epsilon on the Gaussians, at the level of points. Ends with a newline. */
export async function feddpGaussians({ seeds, threads, journal, onDone }: PaperOptions): Promise<string> {
  const file = scenarioOf('feddp-gaussians');
  const cells = METHODS.flatMap((method) => method.epsilons.map((epsilon) => ({ method, epsilon })));
  const orders = cells.flatMap(({ method: { set, shares }, epsilon }) =>
    Array.from({ length: seeds }, (_, i): FeddpOrder => {
      return { file, seed: i + 1, variant: 0, set, epsilon, shares, server: { each: 20, cube: 100 } };
    }),
  );
  const found = await runAll(orders, { threads, journal, onDone });
  const rows = METHODS.map((method) => [
    method.title,
    ...EPSILONS.map((epsilon) => {
      const at = cells.findIndex((cell) => cell.method === method && cell.epsilon === epsilon);
      return at < 0 ? '' : excessOf(found.slice(at * seeds, (at + 1) * seeds));
    }),
  ]);
  const head = ['total epsilon at delta 1e-6', ...EPSILONS.map(String)];
  const best = spread(found.slice(0, seeds).flatMap(({ optimal }) => optimal ?? []));
  return [
    `FedDP-KMeans, Gaussians, 100 clients of 1000 points: cost above the optimal ${best.mean.toFixed(3)} a point, in %; seeds: ${seeds}\n`,
    table(head, rows, ['total epsilon at delta 1e-6']),
  ].join('\n');
}

/** Per client clips of the authors' configuration for 2000 clients of 50 points. */
const CLIPS = { outer: 1500, weights: 1, means: 21, indicators: 10, sums: 120, counts: 50 };
const CLIENTS = [1000, 2000, 5000] as const;
const CLIENT_EPSILONS = [1.27, 2.56, 5.15] as const;

/** Cost against total epsilon on the Gaussians where a whole client is one unit. Ends with a newline. */
export async function feddpClients({ seeds, threads, journal, onDone }: PaperOptions): Promise<string> {
  const file = scenarioOf('feddp-gaussians');
  const cells = CLIENTS.flatMap((clients) => CLIENT_EPSILONS.map((epsilon) => ({ clients, epsilon })));
  const orders = cells.flatMap(({ clients, epsilon }) => {
    const set = [
      `clients=${clients}`,
      `data.points=${50 * clients}`,
      'protocol.level=client',
      `protocol.clips=${JSON.stringify(CLIPS)}`,
      'protocol.bits=14',
    ];
    const shares = { outer: 1, weights: 1, sums: 1, counts: 0.2 };
    return Array.from({ length: seeds }, (_, i): FeddpOrder => {
      return { file, seed: i + 1, variant: 0, set, epsilon, shares, server: { each: 20, cube: 100 } };
    });
  });
  const found = await runAll(orders, { threads, journal, onDone });
  const rows = CLIENTS.map((clients, c) => [
    `${clients} clients of 50`,
    ...CLIENT_EPSILONS.map((_, e) => {
      const at = (c * CLIENT_EPSILONS.length + e) * seeds;
      return excessOf(found.slice(at, at + seeds));
    }),
  ]);
  const head = ['total epsilon at delta 1e-6', ...CLIENT_EPSILONS.map(String)];
  return [
    `FedDP-KMeans, Gaussians, at the level of clients: cost above the optimal, in %; seeds: ${seeds}\n`,
    table(head, rows, ['total epsilon at delta 1e-6']),
  ].join('\n');
}

/** What a prototype of the restated paper came to on the same data: cost a point. */
const ACS_PROTOTYPE: Readonly<Record<string, string>> = {
  0.2: '5.471',
  0.41: '5.341',
  0.82: '5.284',
  1.65: '5.298',
};

/** Cost against total epsilon on persons of the American Community Survey. Ends with a newline. */
export async function feddpAcs(options: PaperOptions): Promise<string> {
  const { seeds, threads, journal, onDone } = options;
  const file = scenarioOf('feddp-acs');
  const acs = prepareAcs(options.data, join(tmpdir(), 'cahoots-acs'));
  const given = [
    `clients=${acs.holders}`,
    `data=${JSON.stringify({ source: 'npy', points: acs.points, clients: acs.clients, partition: { by: 'client' } })}`,
    `protocol.clip=${acs.norm}`,
    `protocol.server=${JSON.stringify({ points: acs.server })}`,
  ];
  const methods = METHODS.filter(({ title }) => /^FedDP|^ServerLloyds, T = 1/.test(title));
  const cells = methods.flatMap((method) => method.epsilons.map((epsilon) => ({ method, epsilon })));
  const orders = cells.flatMap(({ method: { set, shares }, epsilon }) =>
    Array.from({ length: seeds }, (_, i): FeddpOrder => {
      return { file, seed: i + 1, variant: 0, set: [...given, ...set], epsilon, shares };
    }),
  );
  const found = await runAll(orders, { threads, journal, onDone });
  const rows = methods.map((method) => [
    method.title,
    ...EPSILONS.map((epsilon) => {
      const at = cells.findIndex((cell) => cell.method === method && cell.epsilon === epsilon);
      if (at < 0) return '';
      const costs = found.slice(at * seeds, (at + 1) * seeds).flatMap(({ cost }) => cost ?? []);
      return costs.length < seeds ? `${seeds - costs.length} failed` : meanOf(costs);
    }),
  ]);
  rows.push(['prototype, T = 0', ...EPSILONS.map((epsilon) => ACS_PROTOTYPE[epsilon])]);
  const head = ['total epsilon at delta 1e-6', ...EPSILONS.map(String)];
  return [
    `FedDP-KMeans, American Community Survey, ${acs.holders} areas: cost a point (5.262 is the best found without privacy); seeds: ${seeds}\n`,
    table(head, rows, ['total epsilon at delta 1e-6']),
  ].join('\n');
}

function runAll(
  orders: readonly FeddpOrder[],
  { threads, journal, onDone }: Pick<PaperOptions, 'threads' | 'journal' | 'onDone'>,
): Promise<FeddpRun[]> {
  const bases = keysOf(orders);
  const keys = orders.map(({ epsilon, shares, server }, i) =>
    JSON.stringify([bases[i], epsilon, shares, server]),
  );
  return study(feddpRun, orders, { threads, journal, keys, onDone });
}

/** How much more than the optimum runs cost, in %. */
function excessOf(runs: readonly FeddpRun[]): string {
  const excess = runs.flatMap(({ cost, optimal }) =>
    cost === undefined || optimal === undefined ? [] : 100 * (cost / optimal - 1),
  );
  if (excess.length < runs.length) return `${runs.length - excess.length} failed`;
  return meanOf(excess);
}

/** The mean, and the spread where one run does not stand for all. */
function meanOf(values: readonly number[]): string {
  const { mean, deviation } = spread(values);
  return values.length === 1 ? mean.toFixed(3) : `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`;
}
