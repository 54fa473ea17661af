/**
 * What is compared: FedDP-KMeans with several splits of its budget, starts that a server can find by itself,
 * FastLloyd, and k-FED, which hides nothing.
 */

import type { Shares } from './job.ts';

export interface Method {
  /** Methods that a picture draws as one curve: the best of them at each budget. */
  readonly family: string;
  readonly title: string;
  /** T */
  readonly rounds: number;
  readonly set: readonly string[];
  /** Absent if the budget is a single epsilon. */
  readonly shares?: Shares;
  readonly epsilons: readonly Budget[];
}

/** Total epsilon of all releases; or no noise at all, for comparison. */
export type Budget = number | 'none';

/** Total epsilons of all releases, at delta 1e-6. */
export const EPSILONS = [0.2, 0.41, 0.82, 1.65] as const;
const LATER = [...EPSILONS.slice(2), 'none'] as const;
const ALL = [...EPSILONS, 'none'] as const;

/** The budgets in tables. */
export const BUDGETS: readonly Budget[] = ALL;

/** A split of the initialisation's budget: outer products, weights, sums, counts. */
const split = (outer: number, weights: number, sums: number, counts: number): Shares => {
  return { outer, weights, sums, counts };
};

const INIT = split(0.2, 0.2, 0.4, 0.2);

/** Gives this share of a budget to the rounds, two thirds of it for sums. */
function withRounds(share: number): Shares {
  const init = Object.entries(INIT).map(([name, value]) => [name, (1 - share) * value]);
  return { ...Object.fromEntries(init), roundSums: 0.65 * share, roundCounts: 0.35 * share };
}

const feddp = (title: string, shares: Shares, set: readonly string[] = [], rounds = 0): Method => {
  return {
    family: 'FedDP',
    title: `FedDP, T = ${rounds}${title}`,
    rounds,
    set: [...set, `protocol.rounds=${rounds}`],
    shares,
    epsilons: rounds === 0 && title !== '' ? EPSILONS : ALL,
  };
};

const bare = (family: string, rounds: number, set: readonly string[], title = family): Method => ({
  family,
  title: `${title}, T = ${rounds}`,
  rounds,
  set: [...set.map((setting) => `protocol.${setting}`), `protocol.rounds=${rounds}`],
  shares: { roundSums: 0.65, roundCounts: 0.35 },
  epsilons: LATER,
});

/** FastLloyd with T by its rule, or as given. */
const fast = (rounds?: number): Method => {
  const settings = {
    name: 'fastlloyd',
    clusters: 10,
    ...(rounds !== undefined && { rounds }),
    budget: { delta: 1e-6 },
  };
  return {
    family: 'FastLloyd',
    title: rounds === undefined ? 'FastLloyd, T by its rule' : `FastLloyd, T = ${rounds}`,
    rounds: rounds ?? 2,
    set: [`protocol=${JSON.stringify(settings)}`],
    epsilons: ALL,
  };
};

const kfed: Method = {
  family: 'k-FED',
  title: 'k-FED, which hides nothing',
  rounds: 0,
  set: ['protocol={name: kfed, clusters: 10}'],
  epsilons: ['none'],
};

/** FedDP with both rules for noise off the diagonal, some splits and rounds, and what servers can do by themselves. */
export const METHODS: readonly Method[] = [
  feddp('', INIT),
  feddp(', noise as printed', INIT, ['protocol.spread=paper']),
  feddp(', .4 .2 .2 .2', split(0.4, 0.2, 0.2, 0.2)),
  feddp(', .2 .1 .5 .2', split(0.2, 0.1, 0.5, 0.2)),
  feddp('', withRounds(0.4), [], 1),
  feddp('', withRounds(0.4), [], 2),
  ...[1, 5].flatMap((rounds) => [
    // One start, as in the authors' program.
    bare('ServerLloyds', rounds, ['initial=server-lloyd', 'starts=1']),
    bare('ServerLloyds', rounds, ['initial=server-lloyd', 'starts=10'], 'ServerLloyds, best of 10 starts'),
    bare('ServerKMeans++', rounds, ['initial=server-kmeans++']),
    bare('SpherePacking', rounds, ['initial=sphere-packing', 'packing=corners'], 'SpherePacking as printed'),
    bare('SpherePacking', rounds, ['initial=sphere-packing'], 'SpherePacking off faces'),
  ]),
  fast(),
  fast(5),
  kfed,
];

/** What starts from the server's points alone, and gets the whole budget for a round. */
export const RIVALS = METHODS.filter(({ title }) => /^Server(Lloyds|KMeans\+\+), T = 1$/.test(title));
