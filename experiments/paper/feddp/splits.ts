/** How the best runs split their budget, and how many go without rounds (the paper's Tables 2 to 5, in shape). */

import { table } from '../../../src/report/table.ts';
import { type PaperOptions, scenarioFile } from '../options.ts';
import { type Cell, excessOf, runCells } from './cells.ts';
import { frontOf } from './front.ts';
import type { PrivateRun } from './job.ts';

/** Of the initialisation, in tenths: outer products, weights, sums, counts. */
const SPLITS = [
  [1, 3, 3, 3],
  [1, 2, 5, 2],
  [2, 2, 4, 2],
  [2, 1, 6, 1],
  [4, 2, 2, 2],
  [4, 1, 4, 1],
] as const;
/** Of all epsilons together. */
const SUMS = [0.25, 0.5, 1, 2] as const;
/** Of a budget what each round gets, two thirds of it for sums. */
const ROUND = 0.2;

interface Group {
  readonly name: string;
  readonly set: readonly string[];
  readonly rounds: readonly number[];
  /** What the paper has: mean shares of the budget, and the part of its best runs that have no rounds. */
  readonly paper: readonly [shares: string, still: string];
}

const POINT_PAPER = ['.19 .20 .46 .16', '.61 to .92'] as const;
const CLIENT_PAPER = ['.37 .11 .41 .11', '.80 to 1'] as const;

const ofClients = (clients: number): Group => ({
  name: `${clients} clients of 50, by client`,
  set: [
    `clients=${clients}`,
    `data.points=${50 * clients}`,
    'protocol.level=client',
    'protocol.clips={outer: 1500, means: 21, indicators: 10, sums: 120, counts: 50}',
    'protocol.bits=14',
  ],
  rounds: [0, 1],
  paper: CLIENT_PAPER,
});

const GROUPS: readonly Group[] = [
  { name: '100 clients of 200, by point', set: ['data.points=20000'], rounds: [0, 1, 2], paper: POINT_PAPER },
  ofClients(1000),
];

interface Place {
  readonly split: readonly number[];
  readonly rounds: number;
}

/** Ends with a newline. */
export async function feddpSplits(options: PaperOptions): Promise<string> {
  const rows: string[][] = [];
  for (const { name, set, rounds: turns, paper } of GROUPS) {
    const places = turns.flatMap((rounds) =>
      SPLITS.flatMap((tenths) => SUMS.map((sum) => placeOf(tenths, sum, rounds))),
    );
    const found = await runCells(
      places.map((place) => cellOf(place, set)),
      options,
    );
    // Each seed has data of its own, and a front of its own.
    const fronts = Array.from({ length: options.seeds }, (_, seed) =>
      frontOf(places.flatMap((place, at) => pointOf(place, found[at][seed]))),
    );
    const best = fronts.flat();
    const still = best.filter(({ rounds }) => rounds === 0).length / best.length;
    rows.push([
      name,
      `${places.length * options.seeds}`,
      `${best.length}`,
      meanShares(best.map(({ split }) => split)),
      paper[0],
      still.toFixed(2),
      paper[1],
    ]);
  }
  const head = [
    'Gaussians',
    'runs',
    'best',
    'outer weights sums counts',
    'paper',
    'without rounds',
    'paper, all data',
  ];
  return [
    `FedDP-KMeans: how runs on the Pareto front split the budget of their initialisation, and how many have T = 0; seeds: ${options.seeds}\n`,
    table(head, rows, ['Gaussians', 'outer weights sums counts', 'paper', 'paper, all data']),
  ].join('\n');
}

/** Epsilons of the initialisation and what is left for rounds. */
function placeOf(tenths: readonly number[], sum: number, rounds: number): Place {
  return { split: tenths.map((share) => (share / 10) * sum * (1 - ROUND * rounds)), rounds };
}

function cellOf({ split, rounds }: Place, set: readonly string[]): Cell {
  const [outer, weights, sums, counts] = split;
  const inRounds = (split.reduce((all, part) => all + part, 0) * ROUND * rounds) / (1 - ROUND * rounds);
  const budget = {
    outer,
    weights,
    sums,
    counts,
    ...(rounds > 0 && { roundSums: 0.65 * inRounds, roundCounts: 0.35 * inRounds }),
  };
  return {
    file: scenarioFile('feddp-gaussians'),
    set: [...set, `protocol.rounds=${rounds}`, `protocol.budget=${JSON.stringify(budget)}`],
    server: { each: 20, cube: 100 },
  };
}

function pointOf(place: Place, run: PrivateRun) {
  const cost = excessOf(run);
  return cost === undefined || run.epsilon === undefined ? [] : [{ ...place, epsilon: run.epsilon, cost }];
}

function meanShares(splits: readonly (readonly number[])[]): string {
  return [0, 1, 2, 3]
    .map((part) => {
      const shares = splits.map((split) => split[part] / split.reduce((all, one) => all + one, 0));
      return (shares.reduce((all, one) => all + one, 0) / shares.length).toFixed(2).replace(/^0/, '');
    })
    .join(' ');
}
