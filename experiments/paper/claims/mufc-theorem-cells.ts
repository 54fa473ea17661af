/** MUFC's theorems on the loss and on the time of removals over ranges of their parameters, and the shift of the grid. */

import { cellsAcross, cubeGrid, HALF } from '../../../actors/mufc/cube.ts';
import { keptSeeds } from '../../../actors/mufc/unlearn.ts';
import { fromRows, type Matrix } from '../../../src/core/base/matrix.ts';
import { Random, type Stream } from '../../../src/core/base/random.ts';
import { kMeansPlusPlus } from '../../../src/core/math/cluster/seeding.ts';
import { normalDraws } from '../../../src/core/math/statistics/draws.ts';
import { spread } from '../../../src/core/math/statistics/spread.ts';
import { mean } from '../../../src/core/math/statistics/summary.ts';
import { exponent } from '../overhead-figure.ts';
import type { PaperOptions } from '../options.ts';
import type { Cell, Experiment } from './item.ts';
import { SMALL_POINTS } from '../mufc/data.ts';
import { lossesUnder, smallMixture } from './mufc-runs.ts';

const LEVELS = [2, 4, 8, 16, 64] as const;
const CLUSTERS = 10;
const DIMENSION = 10;
const SHIFT = 1;
const SHIFTS = Array.from({ length: 10 }, (_, i) => i + 1);
/** Of the finest grid's loss: less beyond it is not told from chance. */
const LEAST = 0.05;

/**
 * Theorem 4.1: beside a multiple of the best loss, n d gamma² log K times a constant, for which 1 is enough here; and
 * Appendix H: how a shift of the grid changes where points are in their cells, and the loss.
 */
async function grids(options: PaperOptions): Promise<readonly Cell[]> {
  const sets = LEVELS.flatMap((levels) =>
    ['', `protocol.shift=${SHIFT}`].map((shift) => [
      `protocol.levels=${levels}`,
      ...(shift === '' ? [] : [shift]),
    ]),
  );
  const found = await lossesUnder(sets, options);
  const plain = LEVELS.map((_, at) => found[2 * at]);
  const shifted = LEVELS.map((_, at) => found[2 * at + 1]);
  const finest = mean(plain[plain.length - 1].losses);
  const coarse = LEVELS.slice(0, -1);
  const excess = coarse.map((_, at) => mean(plain[at].losses) - finest);
  const bound = (levels: number): number =>
    (SMALL_POINTS * DIMENSION * Math.log(CLUSTERS)) / (levels * levels);
  // Where the finest grid's own loss does not hide it.
  const seen = coarse.filter((_, at) => excess[at] > LEAST * finest);
  const slope = exponent(
    seen.map((levels) => 1 / levels),
    seen.map((levels) => excess[coarse.indexOf(levels as (typeof coarse)[number])]),
  );
  return [
    {
      item: 'mufc-theorem-4.1',
      at: `${coarse.join(', ')} against 64 levels: loss beyond the finest grows as gamma^${slope.toFixed(2)}`,
      found: {
        kind: 'cases',
        held: coarse.filter((levels, at) => excess[at] <= bound(levels)).length,
        of: coarse.length,
        theorem: true,
      },
      hashes: plain.flatMap(({ hashes }) => hashes),
    },
    ...LEVELS.map((levels, at): Cell => {
      const ratios = shifted[at].losses.map((loss, i) => loss / plain[at].losses[i]);
      const { mean: ratio, interval } = spread(ratios);
      const range =
        interval === undefined ? '' : ` (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`;
      const without = unevenness(levels, [undefined]);
      const shifts = unevenness(levels, SHIFTS);
      return {
        item: 'mufc-shift',
        at: `${levels} levels: ${shifts.toFixed(3)} from uniform instead of ${without.toFixed(3)}, loss times ${ratio.toFixed(2)}${range}`,
        found: { kind: 'cases', held: Number(shifts < without), of: 1 },
        hashes: shifted[at].hashes,
      };
    }),
  ];
}

/**
 * How far coordinates are from uniform within their cells: the largest difference between the distribution functions
 * (Kolmogorov), over grids of these shifts together.
 */
function unevenness(levels: number, shifts: readonly (number | undefined)[]): number {
  const points = smallMixture(1);
  const within = shifts.flatMap((shift) => {
    const grid = cubeGrid(DIMENSION, levels, shift);
    const across = cellsAcross(grid);
    return Array.from(points.values, (x, at) => {
      const place = (x + HALF) * across + (grid.shift?.[at % DIMENSION] ?? 0);
      return place - Math.floor(place);
    });
  });
  const sorted = Float64Array.from(within).toSorted();
  return sorted.reduce((most, x, i) => Math.max(most, Math.abs(x - (i + 0.5) / sorted.length)), 0);
}

/** Points about centres far apart, each component of as many points as `sizes` says. */
function mixture(sizes: readonly number[], stream: Stream): Matrix {
  const draw = normalDraws(stream);
  const centres = sizes.map(() => Array.from({ length: 4 }, () => 1000 * stream.uniform()));
  return fromRows(
    sizes.flatMap((size, k) => Array.from({ length: size }, () => centres[k].map((x) => x + draw()))),
  );
}

interface Setting {
  readonly points: number;
  readonly clusters: number;
  readonly removed: number;
  /** The paper's epsilon 1: how much smaller than the average the smallest cluster is, whose points are removed. */
  readonly smallest?: number;
}

const USUAL: Setting = { points: 3000, clusters: 8, removed: 8 };
const SEEDINGS = 60;
const REMOVALS = 200;

/** Of one seed: how often centres must be drawn again, and the distances that this takes on average (n for each centre). */
function removalOf(setting: Setting, random: Random): { readonly hits: number; readonly time: number } {
  const { points: n, clusters, removed, smallest } = setting;
  const each = Math.round(n / clusters / (smallest ?? 1));
  const others = Math.round((n - each) / (clusters - 1));
  const sizes = [each, ...Array.from({ length: clusters - 1 }, () => others)];
  const points = mixture(sizes, random.stream('points'));
  const stream = random.stream('removals');
  const from = smallest === undefined ? points.rows : each;
  let hits = 0;
  let drawn = 0;
  for (let seeding = 0; seeding < SEEDINGS; seeding++) {
    const seeds = kMeansPlusPlus(points, clusters, stream);
    for (let removal = 0; removal < REMOVALS; removal++) {
      const gone = new Set<number>();
      while (gone.size < removed) gone.add(stream.integer(from));
      const kept = keptSeeds(
        seeds,
        [...gone].toSorted((a, b) => a - b),
      ).length;
      if (kept < clusters) hits++;
      drawn += clusters - kept;
    }
  }
  const runs = SEEDINGS * REMOVALS;
  return { hits: hits / runs, time: (points.rows * drawn) / runs };
}

/** How the time of a removal grows: the exponent must be at most what Theorem 5.4 says, but for chance. */
const RANGES = [
  { of: 'random, R', most: 1, values: [4, 8, 16, 32], at: (removed: number) => ({ ...USUAL, removed }) },
  { of: 'random, K', most: 2, values: [4, 8, 16, 32], at: (clusters: number) => ({ ...USUAL, clusters }) },
  { of: 'random, n', most: 0, values: [1500, 3000, 6000], at: (points: number) => ({ ...USUAL, points }) },
  {
    of: 'smallest cluster, R',
    most: 1,
    values: [2, 4, 8, 16],
    at: (removed: number) => ({ ...USUAL, removed, smallest: 2 }),
  },
  {
    of: 'smallest cluster, K',
    most: 3,
    values: [4, 8, 16],
    at: (clusters: number) => ({ ...USUAL, clusters, removed: 4, smallest: 2 }),
  },
  {
    of: 'smallest cluster, epsilon 1',
    most: 1,
    values: [1, 2, 4, 8],
    at: (smallest: number) => ({ ...USUAL, removed: 2, smallest }),
  },
] as const;
const NEAR = 0.1;

function removals(options: PaperOptions): Promise<readonly Cell[]> {
  const seeds = Array.from({ length: options.seeds }, (_, i) => i + 1);
  const once = seeds.map((seed) => {
    const setting = { ...USUAL, removed: 1 };
    const chance = setting.clusters / setting.points;
    const allowed = chance + 3 * Math.sqrt(chance / (SEEDINGS * REMOVALS));
    return removalOf(setting, new Random(seed)).hits <= allowed;
  });
  const cells = RANGES.map(({ of, most, values, at }): Cell => {
    const slopes = seeds.map((seed) =>
      exponent(
        values,
        values.map((value) => removalOf(at(value), new Random(seed)).time),
      ),
    );
    return {
      item: 'mufc-theorem-5.4',
      at: `${of} = ${values[0]} to ${values[values.length - 1]}: grows as ^${mean(slopes).toFixed(2)}, at most ^${most}`,
      found: {
        kind: 'cases',
        held: slopes.filter((slope) => slope <= most + NEAR).length,
        of: slopes.length,
        theorem: true,
      },
    };
  });
  const found = { kind: 'cases', held: once.filter(Boolean).length, of: once.length, theorem: true } as const;
  return Promise.resolve([
    { item: 'mufc-theorem-5.1', at: 'a random point, K = 8 of n = 3000', found },
    ...cells,
  ]);
}

export const MUFC_THEOREMS: readonly Experiment[] = [
  { name: 'mufc-theorem-4.1', command: 'npm run paper -- claims', quick: 3, cells: grids },
  { name: 'mufc-theorem-5.4', command: 'npm run paper -- claims', quick: 3, cells: removals },
];
