/** MUFC's figures about unlearning (Figures 3 and 5): what requests cost, one after the other, beside retraining for each. */

import { CahootsError } from '../../src/base/errors.ts';
import { table } from '../../src/report/table.ts';
import { study } from '../../src/study/study.ts';
import { detailsOf } from './keys.ts';
import { DATA, scenarioOf, settingsOf } from './mufc.ts';
import { type RequestCosts, requestCosts } from './mufc-jobs.ts';
import type { PaperOptions } from './options.ts';

/** Single requests in a row, as many as the paper has; and of retraining, which costs the same every time, so few. */
const REQUESTS = 1000;
const RETRAININGS = 1;

/** Where the cumulative cost is told. */
const MARKS = [1, 10, 100, 1000] as const;

interface Subject {
  readonly title: string;
  readonly variant?: number;
  readonly set: readonly string[];
  /** Requests, and how many of them one retraining is held against. */
  readonly requests: number;
  readonly batch?: number;
  readonly points?: 'random' | 'adversarial';
  /** Whether one seed is enough: for what stands there for comparison. */
  readonly once?: true;
  /** The same, retrained. */
  readonly beside: string;
  /** Counted with sums in secret, or the clustering alone. */
  readonly key: 'operations' | 'clustering';
}

const POINTS = 'retrained, points';
const SECRET = 'retrained, points, in secret';
const MIDDLES = 'retrained, middles';
const CLEAR = 'retrained, in the clear';
const retrained = { requests: RETRAININGS, set: ['protocol.unlearning=retrain'], key: 'clustering' } as const;
const middles = 'protocol.representatives=middles';
const none = 'protocol.secrecy=none';

const SUBJECTS: readonly Subject[] = [
  { ...retrained, title: POINTS, beside: POINTS },
  { ...retrained, title: MIDDLES, set: [...retrained.set, middles], beside: MIDDLES },
  { ...retrained, title: CLEAR, set: [...retrained.set, none], beside: CLEAR },
  { ...retrained, title: SECRET, once: true, beside: SECRET, key: 'operations' },
  { title: 'exact, points', set: [], requests: REQUESTS, beside: POINTS, key: 'clustering' },
  { title: 'exact, middles', set: [middles], requests: REQUESTS, beside: MIDDLES, key: 'clustering' },
  { title: 'exact, in the clear', set: [none], requests: REQUESTS, beside: CLEAR, key: 'clustering' },
  {
    title: 'lazy, points (not exact)',
    set: ['protocol.unlearning=lazy'],
    once: true,
    requests: REQUESTS,
    beside: POINTS,
    key: 'clustering',
  },
  {
    title: 'DC-KMeans',
    variant: 3,
    once: true,
    set: [],
    requests: REQUESTS,
    beside: CLEAR,
    key: 'clustering',
  },
  {
    title: 'exact, points, adversarial',
    set: [],
    once: true,
    requests: 200,
    points: 'adversarial',
    beside: POINTS,
    key: 'clustering',
  },
  ...[10, 30].map((batch): Subject => ({
    title: `exact, ${batch} requests in secret`,
    set: ['protocol.change=secret', `protocol.batch.requests=${batch}`],
    requests: 2 * batch,
    batch,
    once: true,
    beside: SECRET,
    key: 'operations',
  })),
];

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const mean = (values: readonly number[]): number => total(values) / values.length;

/** Ends with a newline. */
export async function mufcUnlearning(options: PaperOptions): Promise<string> {
  const [celltype] = DATA;
  const data = settingsOf(celltype, options.data);
  if (data === undefined)
    throw new CahootsError('bad-input', 'expected celltype/ in the folder, got none', { path: '--data' });
  const file = scenarioOf(celltype);
  const planned = SUBJECTS.flatMap((one) =>
    Array.from({ length: one.once ? 1 : options.seeds }, (_, i) => ({ one, seed: i + 1 })),
  );
  const orders = planned.map(({ one: { requests, points = 'random', variant = 0, set, key }, seed }) => {
    const remove = `protocol.remove=${JSON.stringify([{ points, requests }])}`;
    // The clustering is the same whatever the code, and hashed ones are faster where the sum itself is not looked at.
    const code = key === 'clustering' && variant === 0 ? ['protocol.aggregation.code=hashed'] : [];
    return { file, seed, variant, set: [...data, 'protocol.restarts=1', remove, ...code, ...set] };
  });
  const found = await study(requestCosts, orders, { ...options, ...detailsOf(orders) });
  const runsOf = new Map(SUBJECTS.map((one) => [one.title, found.filter((_, i) => planned[i].one === one)]));
  return [
    `MUFC, unlearning: Celltype, ${options.seeds} seeds, single points; the client that computes most and the server\n`,
    costs(runsOf),
    `\nOf each seed, and cumulative operations after so many requests (mean of seeds)\n`,
    curves(runsOf),
  ].join('\n');
}

/** By title, a run of each seed. */
type Runs = ReadonlyMap<string, readonly RequestCosts[]>;

/** A request on average, over all seeds; of a batch, its share. */
function perRequest(runs: Runs, { title, requests }: Subject, key: keyof RequestCosts): number {
  return mean((runs.get(title) ?? []).map((run) => total(run[key]) / requests));
}

function subject(name: string): Subject {
  return SUBJECTS.find(({ title }) => title === name) as Subject;
}

function costs(runs: Runs): string {
  const rows = SUBJECTS.map((one) => {
    const { batch = 1, key } = one;
    const beside = subject(one.beside);
    // One retraining for a batch.
    const fewer = (of: keyof RequestCosts, other = beside): string =>
      ratioText(perRequest(runs, other, of), batch * perRequest(runs, one, of));
    return [
      one.title,
      `${one.requests}`,
      shortText(perRequest(runs, one, key)),
      one.title === one.beside ? '' : fewer(key),
      one.title === one.beside || key === 'operations' ? '' : fewer('measuredNs'),
      one.title === one.beside || key === 'operations' ? '' : fewer(key, subject(POINTS)),
      shortText(perRequest(runs, one, 'bytes')),
    ];
  });
  const head = ['', 'requests', 'operations', 'times fewer', 'measured', 'than points', 'bytes'];
  return table(head, rows, ['']);
}

function curves(runs: Runs): string {
  const singles = SUBJECTS.filter(({ requests, batch }) => requests >= 200 && batch === undefined);
  const rows = singles.map((one) => {
    const { title, key } = one;
    const own = runs.get(title) ?? [];
    const retraining = perRequest(runs, subject(one.beside), key);
    return [
      title,
      own.map((run) => ratioText(retraining, total(run[key]) / one.requests)).join(' '),
      ...MARKS.map((mark) =>
        mark > one.requests ? '' : shortText(mean(own.map((run) => total(run[key].slice(0, mark))))),
      ),
    ];
  });
  return table(['', 'times fewer, by seed', ...MARKS.map(String)], rows, ['', 'times fewer, by seed']);
}

/** How many times less; a request that hits nothing may take nothing at all. */
function ratioText(retraining: number, unlearning: number): string {
  if (unlearning === 0) return 'nothing';
  const ratio = retraining / unlearning;
  return `${ratio.toFixed(ratio < 10 ? 2 : 0)}x`;
}

function shortText(value: number): string {
  const units = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const;
  const [scale, unit] = units.find(([least]) => value >= least) ?? [1, ''];
  return `${(value / scale).toPrecision(3)}${unit}`;
}
