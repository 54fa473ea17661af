/** What our experiments find about MUFC's items. */

import { mean } from '../../../src/core/math/statistics/summary.ts';
import { DATA, dataIn, FOLDERS, HASHED, SMALLER } from '../mufc/data.ts';
import { type LossCell, lossCells } from '../mufc/losses.ts';
import type { PaperOptions } from '../options.ts';
import type { Cell, Experiment } from './item.ts';
import { lossesOf, lossesUnder, standInOf } from './mufc-runs.ts';

const TABLE_ITEMS = [1, 2].flatMap((number) =>
  ['mufc', 'k-fed', 'dc-kmeans'].map((algorithm) => `mufc-table-${number}-${algorithm}`),
);

/** How many runs the tables average. */
const RUNS = 5;

async function losses(options: PaperOptions): Promise<readonly Cell[]> {
  const cells = await lossCells(options);
  const ours = cells.flatMap(({ algorithm, data, printed, ratios, hashes }): Cell[] => {
    const found = { kind: 'numbers', printed, runs: RUNS, values: ratios } as const;
    const cell = (item: string): Cell => ({ item, at: data.name, found, hashes, ...standInOf(data) });
    if (algorithm === 'MUFC') return [cell('mufc-table-1-mufc')];
    if (algorithm === 'MUFC, full at clients') return [cell('mufc-table-2-mufc')];
    // Table 2 repeats the baselines of Table 1.
    return [1, 2].map((number) => cell(`mufc-table-${number}-${algorithm.toLowerCase()}`));
  });
  return [...ours, ...missingCells(cells)];
}

/** Data sets that the folder lacks. */
function missingCells(cells: readonly LossCell[]): readonly Cell[] {
  return DATA.filter(({ name }) => cells.every(({ data }) => data.name !== name)).flatMap(({ name }) =>
    TABLE_ITEMS.map((item) => ({ item, at: name, found: { kind: 'cases', held: 0, of: 0 } })),
  );
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

/** By how much the largest loss over all gammas must exceed the least to count as a significant influence. */
const SIGNIFICANT = 1.05;
const REAL_LEVELS = [4, 8, 16, 64] as const;
const REAL = new Set(['celltype', 'postures', 'covtype']);

/** Figure 3c: on real data the loss depends on gamma. */
async function realGrid(options: PaperOptions): Promise<readonly Cell[]> {
  const there = dataIn(options).filter(({ data }) => REAL.has(data.name));
  const settings = there.flatMap(({ file, set }) =>
    REAL_LEVELS.map((levels) => ({ file, set: [...set, HASHED, `protocol.levels=${levels}`] })),
  );
  const found = await lossesOf(settings, options);
  return there.map(({ data }, at): Cell => {
    const own = found.slice(at * REAL_LEVELS.length, (at + 1) * REAL_LEVELS.length);
    const costs = own.map(({ losses: all }) => mean(all));
    const least = Math.min(...costs);
    const shown = costs.map((cost) => (cost / least).toFixed(2)).join(', ');
    return {
      item: 'mufc-figure-3c',
      at: `${data.name}: ${shown} times the least loss with ${REAL_LEVELS.join(', ')} levels`,
      found: { kind: 'cases', held: Number(Math.max(...costs) > SIGNIFICANT * least), of: 1 },
      hashes: own.flatMap(({ hashes }) => hashes),
      ...standInOf(data),
    };
  });
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
    quick: 2,
    data: FOLDERS,
    cells: losses,
  },
  {
    name: 'mufc-real-grid',
    command: command('claims --data DIR --only mufc-figure-3c'),
    quick: 2,
    data: FOLDERS,
    cells: realGrid,
  },
  { name: 'mufc-grid', command: command('claims'), quick: 3, cells: grid },
  { name: 'mufc-heterogeneity', command: command('claims'), quick: 3, cells: heterogeneity },
  { name: 'mufc-bound', command: command('claims'), quick: 1, cells: boundCells },
];
