/**
 * How a total epsilon is best split, and whether it pays to reserve some of it for rounds (in the form of the paper's
 * Tables 2 to 5). All runs of a column have the same total: if only the sums of epsilons were equal, more releases
 * would compose to a smaller total, and a front over both would have runs with rounds in every gap that runs without
 * them leave.
 */

import { mean } from '../../../src/core/math/statistics/summary.ts';
import { table } from '../../../src/run/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { type Cell, excessOf, meanIf, meanOver, runCells } from './cells.ts';
import type { PrivateRun, Shares } from './job.ts';

/**
 * Splits of the initialisation's budget, in parts: outer products, weights, sums, counts. The first is the default of
 * the settings.
 */
const SPLITS = [
  [2, 2, 1, 1],
  [1, 2, 5, 2],
  [2, 2, 4, 2],
  [2, 1, 6, 1],
  [4, 2, 2, 2],
  [4, 1, 4, 1],
] as const;
type Split = (typeof SPLITS)[number];

const TOTALS = [0.41, 0.82, 1.65] as const;
/** The share of a budget that each round gets, two thirds of it for sums. */
const ROUND = 0.2;

interface Group {
  readonly name: string;
  readonly set: readonly string[];
  readonly rounds: readonly number[];
  /** The paper's results over all data: mean shares of the budget, and the fraction of its best runs without rounds. */
  readonly paper: readonly [shares: string, still: string];
  /** The paper's shares on these Gaussians: outer products, weights, sums, counts (Tables 2 and 3). */
  readonly printed: readonly [string, string, string, string];
}

const GROUPS: readonly Group[] = [
  {
    name: '100 clients of 200, by point',
    set: ['data.points=20000'],
    rounds: [0, 1, 2],
    paper: ['.19 .20 .46 .16', '.61 to .92'],
    printed: ['0.18', '0.23', '0.43', '0.17'],
  },
  {
    name: '1000 clients of 50, by client',
    set: [
      'clients=1000',
      'data.points=50000',
      'protocol.level=client',
      'protocol.clips={outer: 1500, means: 21, indicators: 10, sums: 120, counts: 50}',
      'protocol.bits=14',
    ],
    rounds: [0, 1],
    paper: ['.37 .11 .41 .11', '.80 to 1'],
    printed: ['0.38', '0.09', '0.42', '0.10'],
  },
];

interface Place {
  readonly split: Split;
  readonly rounds: number;
  readonly total: number;
}

/** A place with the runs of all seeds. */
interface Played extends Place {
  readonly runs: readonly PrivateRun[];
}

/** A group with all of its runs, and the best of each seed at each total epsilon. */
interface GroupRuns {
  readonly group: Group;
  readonly played: readonly Played[];
  /** By seed. */
  readonly best: readonly (readonly Played[])[];
}

/** The groups by point and by client. */
export async function splitRuns(options: PaperOptions): Promise<readonly GroupRuns[]> {
  const groups: GroupRuns[] = [];
  for (const group of GROUPS) {
    const places = group.rounds.flatMap((rounds) =>
      SPLITS.flatMap((split) => TOTALS.map((total): Place => ({ split, rounds, total }))),
    );
    const found = await runCells(
      places.map((place) => cellOf(place, group.set)),
      options,
    );
    const played = places.map((place, at): Played => ({ ...place, runs: found[at] }));
    const best = Array.from({ length: options.seeds }, (_, seed) =>
      TOTALS.map((total) => bestOf(played, total, seed)),
    );
    groups.push({ group, played, best });
  }
  return groups;
}

/** Ends with a newline. */
export async function feddpSplits(options: PaperOptions): Promise<string> {
  const groups = await splitRuns(options);
  const costs = groups.flatMap(({ group: { name, rounds: turns }, played }) =>
    turns.flatMap((rounds) => costRows(name, rounds, played)),
  );
  const fronts = groups.map(({ group: { name, paper }, best }) => {
    const all = best.flat();
    const still = all.filter(({ rounds }) => rounds === 0).length;
    return [name, `${still} of ${all.length}`, paper[1], sharesText(meanShares(all)), paper[0]];
  });
  const totals = TOTALS.map(String);
  return [
    `FedDP-KMeans on Gaussians: cost above the optimal in %, by split of the initialisation's budget (outer products, weights, sums, counts); seeds: ${options.seeds}\n`,
    table(['total epsilon', 'rounds', 'split', ...totals], costs, ['total epsilon', 'rounds', 'split']),
    'The best run of each seed at each total epsilon:\n',
    table(['', 'without rounds', 'paper, all data', 'mean split', 'paper'], fronts, [
      '',
      'without rounds',
      'paper, all data',
      'mean split',
      'paper',
    ]),
  ].join('\n');
}

function costRows(name: string, rounds: number, played: readonly Played[]): string[][] {
  return SPLITS.map((split, at) => [
    at === 0 ? name : '',
    at === 0 ? `T = ${rounds}` : '',
    sharesText(split),
    ...TOTALS.map((total) => {
      const place = played.find((one) => one.split === split && one.rounds === rounds && one.total === total);
      return meanOver(place?.runs ?? [], excessOf);
    }),
  ]);
}

function bestOf(played: readonly Played[], total: number, seed: number): Played {
  const costOf = ({ runs }: Played): number => meanIf([runs[seed]], excessOf) ?? Number.POSITIVE_INFINITY;
  return played
    .filter((one) => one.total === total)
    .reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
}

function cellOf({ split, rounds, total }: Place, set: readonly string[]): Cell {
  const all = split.reduce((sum, part) => sum + part, 0);
  const [outer, weights, sums, counts] = split.map((part) => (part / all) * (1 - ROUND * rounds));
  const inRounds = ROUND * rounds;
  const shares: Shares = {
    outer,
    weights,
    sums,
    counts,
    ...(rounds > 0 && { roundSums: 0.65 * inRounds, roundCounts: 0.35 * inRounds }),
  };
  return {
    file: scenarioFile('feddp-gaussians'),
    set: [...set, `protocol.rounds=${rounds}`],
    epsilon: total,
    shares,
    server: { each: 20, cube: 100 },
  };
}

function sharesText(split: readonly number[]): string {
  const all = split.reduce((sum, part) => sum + part, 0);
  return split.map((part) => (part / all).toFixed(2).replace(/^0/, '')).join(' ');
}

/** The mean share of the initialisation's budget that each release gets: outer products, weights, sums, counts. */
export function meanShares(best: readonly Place[]): number[] {
  return [0, 1, 2, 3].map((part) =>
    mean(best.map(({ split }) => split[part] / split.reduce((all, one) => all + one, 0))),
  );
}
