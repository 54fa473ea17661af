/** What our experiments find about MUFC's items. */

import { mean } from '../../../src/core/math/statistics/summary.ts';
import { lossCells } from '../mufc.ts';
import type { PaperOptions } from '../options.ts';
import type { Cell, Experiment } from './item.ts';
import { lossesUnder, SMALLER } from './mufc-runs.ts';

/** How many runs the tables average. */
const RUNS = 5;

async function losses(options: PaperOptions): Promise<readonly Cell[]> {
  const cells = await lossCells(options);
  return cells
    .filter(({ printed }) => printed !== '')
    .map(({ algorithm, data, printed, ratios, hashes }) => ({
      item:
        algorithm === 'MUFC, full at clients'
          ? 'mufc-table-2-mufc'
          : `mufc-table-1-${algorithm.toLowerCase()}`,
      at: data.name,
      found: { kind: 'numbers', printed, runs: RUNS, values: ratios },
      hashes,
      ...(data.name === 'postures' && { standIn: '11,022 of the 74,975 rows' }),
    }));
}

const LEVELS = [16, 32, 64] as const;

/** Figure 3b: on Gaussians the loss hardly depends on gamma about 1/sqrt(n), which is 1/64 here. */
async function grid(options: PaperOptions): Promise<readonly Cell[]> {
  const found = await lossesUnder(
    LEVELS.map((levels) => [`protocol.levels=${levels}`]),
    options,
  );
  const costs = found.map(({ losses: all }) => mean(all));
  const last = LEVELS.length - 1;
  return LEVELS.slice(0, -1).map((levels, at) => ({
    item: 'mufc-figure-3b',
    at: `loss with ${levels} levels within 5 % of that with ${LEVELS[last]}`,
    found: { kind: 'cases', held: Number(Math.abs(costs[at] / costs[last] - 1) < 0.05), of: 1 },
    standIn: SMALLER,
    hashes: found[at].hashes,
  }));
}

const KINDS = [1, 3, 5, 10] as const;

/** Figure 3a: fewer clusters at every client against all ten. */
async function heterogeneity(options: PaperOptions): Promise<readonly Cell[]> {
  const found = await lossesUnder(
    KINDS.map((kinds) => [`data.partition.classesPerClient=${kinds}`]),
    options,
  );
  const costs = found.map(({ losses: all }) => mean(all));
  return KINDS.slice(0, -1).map((kinds, at) => ({
    item: 'mufc-figure-3a',
    at: `K' = ${kinds} against 10`,
    found: { kind: 'cases', held: Number(costs[at] < costs[costs.length - 1]), of: 1 },
    standIn: SMALLER,
    hashes: found[at].hashes,
  }));
}

/** Section 5's bound on a client's bits, for parameters from a worked example to images. */
function boundCells(): Promise<readonly Cell[]> {
  const tried = [2, 4, 10].flatMap((clusters) =>
    [2, 10, 100].flatMap((clients) =>
      [12, 1000, 100_000].flatMap((points) => [1, 10, 784].map((d) => ({ clusters, clients, points, d }))),
    ),
  );
  const held = tried.filter(({ clusters, clients, points, d }) => {
    const each = 2 * clusters * clients;
    const bins = d * Math.log2(Math.ceil(Math.sqrt(points)));
    // The least prime that is not smaller than either needs at least so many bits.
    const bits = Math.floor(Math.max(Math.log2(points), bins)) + 1;
    return each * bits <= each * Math.max(Math.log2(points), bins) + 1;
  });
  const found = { kind: 'cases', held: held.length, of: tried.length, theorem: true } as const;
  return Promise.resolve([
    { item: 'mufc-communication-bound', at: 'K, L, n and d over ranges', found, shownBy: 'mufc-bound' },
  ]);
}

const command = (name: string): string => `npm run paper -- ${name}`;

export const MUFC_EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'mufc-losses',
    command: command('mufc-losses --data DIR'),
    data: ['celltype', 'mufc-gaussian', 'postures', 'letter'],
    cells: losses,
  },
  { name: 'mufc-grid', command: command('claims'), quick: 3, cells: grid },
  { name: 'mufc-heterogeneity', command: command('claims'), quick: 3, cells: heterogeneity },
  { name: 'mufc-bound', command: command('claims'), quick: 1, cells: boundCells },
];
