/**
 * What protocols cost with more and more clients of one point each, by `cahoots run`: bytes a client, time a message beside the bare
 * star's, and the exponents with which both grow.
 */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fittedExponent } from './exponent.ts';
import { against, print } from './table.ts';

/** The last two are those between which a client and a message are counted. */
const SIZES = [1000, 3000, 10_000, 100_000];
/** What any run takes, however few its clients. */
const SMALLEST = 10;
/** How often everything is measured, in turn; the smallest of each counts, as other work only adds. */
const TURNS = 3;
/** A star's client is asked once and answers, as a client of these protocols sends and is answered. */
const MESSAGES = 2;

interface Used {
  readonly seconds: number;
  readonly peakBytes: number;
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

function measured(program: string, ...args: string[]): Used {
  const { output, status } = spawnSync(
    process.execPath,
    ['--import', new URL('metered.js', import.meta.url).href, here(program), ...args],
    { stdio: ['ignore', 'pipe', 'inherit', 'pipe'], encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
  return JSON.parse(output[3] ?? '') as Used;
}

const protocol =
  (settings: string, others: readonly string[] = []) =>
  (clients: number): Used => {
    const set = [`clients=${clients}`, `data.points=${clients}`, `protocol=${settings}`, ...others];
    const flags = set.flatMap((one) => ['--set', one]);
    return measured('../bin/cahoots.js', 'run', here('../../bench/growth.yaml'), ...flags);
  };

const SUBJECTS: Readonly<Record<string, (clients: number) => Used>> = {
  star: (clients) => measured('peers/star.js', 'cahoots', `${clients}`, '1'),
  lloyd: protocol('{ name: lloyd, clusters: 4 }'),
  'k-FED': protocol('{ name: kfed, clusters: 4, clustersPerClient: 1 }'),
};

export async function growth(): Promise<void> {
  const names = Object.keys(SUBJECTS);
  const used = new Map<string, Used>();
  for (let turn = 0; turn < TURNS; turn++)
    for (const clients of [SMALLEST, ...SIZES])
      for (const name of names) {
        const key = `${name} ${clients}`;
        used.set(key, least(SUBJECTS[name](clients), used.get(key)));
      }
  const at = (name: string, clients: number): Used => used.get(`${name} ${clients}`) as Used;

  const [few, many] = SIZES.slice(-2);
  const increment = (name: string): { readonly bytes: number; readonly us: number } => {
    const [less, more] = [at(name, few), at(name, many)];
    const clients = many - few;
    return {
      bytes: (more.peakBytes - less.peakBytes) / clients,
      us: ((more.seconds - less.seconds) * 1e6) / (MESSAGES * clients),
    };
  };
  const star = increment('star');
  const rows = names.map((name) => {
    const { bytes, us } = increment(name);
    const exponent = (of: (one: Used) => number): number =>
      fittedExponent(SIZES.map((clients) => [clients, of(at(name, clients)) - of(at(name, SMALLEST))]));
    const ratios =
      name === 'star'
        ? ['1', '1']
        : [against(bytes / star.bytes, 'at most', 1.5), against(us / star.us, 'at most', 2)];
    return [
      name,
      `${(bytes / 1000).toFixed(1)} kB`,
      ratios[0],
      `${us.toFixed(1)} us`,
      ratios[1],
      against(
        exponent(({ seconds }) => seconds),
        'at most',
        1.1,
      ),
      against(
        exponent(({ peakBytes }) => peakBytes),
        'at most',
        1.1,
      ),
    ];
  });
  print(
    `From ${few} to ${many} clients of one point each, as processor time and peak memory; exponents from ${SIZES[0]} clients on, above what ${SMALLEST} take`,
    [
      [
        '',
        'a client',
        "of the star's",
        'a message',
        "of the star's",
        'exponent of time',
        'exponent of memory',
      ],
      ...rows,
    ],
  );
}

/** Sizes of sums under masks, each of which has a pair of keys for every neighbour of every client. */
const SUM_SIZES = [1000, 3000, 10_000];
const MASKS = 'aggregation: { neighbours: 20, threshold: 11 }';

/** In these, a client's work does not depend on how many there are: its neighbours are 20, and its vectors are of one length. */
const SUMS: Readonly<Record<string, (clients: number) => Used>> = {
  FedDP: protocol(
    `{ name: feddp, clusters: 4, clip: 30, rounds: 1, server: { uniform: 60 }, noise: { by: clients }, ${MASKS} }`,
  ),
  // Of five dimensions in the unit cube, with three levels each: 243 cells.
  MUFC: protocol(`{ name: mufc, clusters: 4, clustersPerClient: 1, levels: 3, room: 243, ${MASKS} }`, [
    'data.dimension=5',
    'data.scale={ minimum: -0.5, maximum: 0.5 }',
  ]),
};

/** The same for sums under masks, measured once: the largest take minutes. */
export function growthOfSums(): Promise<void> {
  const rows = Object.entries(SUMS).map(([name, run]) => {
    const [smallest, ...used] = [SMALLEST * 3, ...SUM_SIZES].map(run);
    const exponent = (of: (one: Used) => number): string => {
      const above = used.map((one, i) => [SUM_SIZES[i], of(one) - of(smallest)] as const);
      return against(fittedExponent(above), 'at most', 1.1);
    };
    return [
      name,
      ...used.map((one) => `${one.seconds.toFixed(1)} s, ${(one.peakBytes / 1e9).toFixed(2)} GB`),
      exponent((one) => one.seconds),
      exponent((one) => one.peakBytes),
    ];
  });
  print(
    `Sums under the masks of 20 neighbours, clients of one point each, as processor time and peak memory; exponents above what ${SMALLEST * 3} clients take`,
    [['clients', ...SUM_SIZES.map(String), 'exponent of time', 'exponent of memory'], ...rows],
  );
  return Promise.resolve();
}

function least(one: Used, other: Used = one): Used {
  return {
    seconds: Math.min(one.seconds, other.seconds),
    peakBytes: Math.min(one.peakBytes, other.peakBytes),
  };
}
