/** MUFC's figures about unlearning (Figures 3 and 5): the cost of successive requests, beside retraining for each. */

import { CahootsError } from '../../../src/core/base/errors.ts';
import { median } from '../../../src/core/math/statistics/summary.ts';
import { table } from '../../../src/run/report/table.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { detailsOf } from '../keys.ts';
import { type PaperOptions, writeFigure } from '../options.ts';
import { plot } from '../plot.ts';
import { DATA, dataIn, type DataSet, type FoundData, HASHED } from './data.ts';
import { type RequestCosts, requestCosts } from './jobs.ts';
import { CURVES, EVERYWHERE, POINTS, type Subject, SUBJECTS } from './subjects.ts';

/** Section 6: times faster than retraining. */
export const AVERAGE = 84;
const FIGURE = 'mufc-unlearning.svg';

/** Where the table reports the cumulative cost, and where the figure has marks. */
const MARKS = [1, 10, 100, 1000] as const;
const PLACES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const mean = (values: readonly number[]): number => total(values) / values.length;

interface Planned extends FoundData {
  readonly subject: Subject;
  readonly seed: number;
}

/** On Celltype, and on all data sets that the folder has. */
export interface Unlearned {
  readonly celltype: Runs;
  readonly everywhere: readonly (readonly [DataSet, Runs])[];
}

/** In haste, so many requests at most. */
const HASTY = 10;

/**
 * @param onCelltype what is compared on Celltype, {@link EVERYWHERE} among it
 * @throws CahootsError if the folder has no Celltype
 */
export async function unlearningRuns(
  options: PaperOptions,
  onCelltype: readonly Subject[],
): Promise<Unlearned> {
  const seeds = Array.from({ length: options.seeds }, (_, i) => i + 1);
  const [celltype] = DATA;
  const there = dataIn(options);
  const planned = there.flatMap((found): Planned[] =>
    (found.data === celltype ? onCelltype : EVERYWHERE).flatMap((subject) =>
      seeds.map((seed) => ({ ...found, subject, seed })),
    ),
  );
  if (planned[0]?.data !== celltype)
    throw new CahootsError('bad-input', 'expected celltype/ in the folder, got none', { path: '--data' });
  const requests = planned.map((one) => requestOf(one, options.quick === true ? HASTY : Infinity));
  const found = await runBatch(requestCosts, requests, { ...options, ...detailsOf(requests) });
  const runsOn = (data: DataSet): Runs => {
    const runs = new Map<string, RequestCosts[]>();
    for (const [i, { data: own, subject }] of planned.entries())
      if (own === data) runs.set(subject.title, [...(runs.get(subject.title) ?? []), found[i]]);
    return runs;
  };
  return { celltype: runsOn(celltype), everywhere: there.map(({ data }) => [data, runsOn(data)]) };
}

/** Ends with a newline; writes the figure. */
export async function mufcUnlearning(options: PaperOptions): Promise<string> {
  const { celltype: runs, everywhere } = await unlearningRuns(options, SUBJECTS);
  const place = writeFigure(options, FIGURE, figure(runs));
  return [
    `MUFC, unlearning: Celltype, ${options.seeds} seeds, single points; the client that computes most and the server\n`,
    costs(runs),
    `\nOf each seed, and cumulative operations by number of requests (mean of seeds); ${place} shows more\n`,
    curves(runs),
    '\nAll data sets, exact, single random points\n',
    otherSets(everywhere),
    '\nTable 1, a request that hits no centre (the median of all), and retraining with drawn points\n',
    speedUps(everywhere),
    `the paper prints ${AVERAGE} on average over all requests and data sets\n`,
  ].join('\n');
}

function requestOf({ data, file, set, subject, seed }: Planned, most: number) {
  const { points = 'random', variant = 0, key, count = 1 } = subject;
  const requests = Math.min(subject.requests, data.requests, most);
  const remove = `protocol.remove=${JSON.stringify([{ points, requests, count }])}`;
  const code = key === 'clustering' && variant === 0 ? [HASHED] : [];
  const all = [...set, 'protocol.restarts=1', 'protocol.secrecy=scma', remove, ...code, ...subject.set];
  return {
    file,
    seed,
    variant,
    requests,
    set: variant === 0 ? all : [...set, 'protocol.restarts=1', remove],
  };
}

/** By title, a run for each seed. */
export type Runs = ReadonlyMap<string, readonly RequestCosts[]>;

/** The mean cost of a request over all seeds; in a batch, its share. */
export function perRequest(runs: Runs, { title }: Subject, key: Counted): number {
  return mean((runs.get(title) ?? []).map((run) => each(run, key)));
}

type Counted = Exclude<keyof RequestCosts, 'requests'>;

/** The mean cost of a request of one run. */
export const each = (run: RequestCosts, key: Counted): number => total(run[key]) / run.requests;

function subjectOf(name: string): Subject {
  return SUBJECTS.find(({ title }) => title === name) as Subject;
}

function costs(runs: Runs): string {
  const rows = SUBJECTS.map((one) => {
    const { batch = 1, key } = one;
    const beside = subjectOf(one.beside);
    // One retraining for a batch.
    const fewer = (of: Counted, other = beside): string =>
      ratioText(perRequest(runs, other, of), batch * perRequest(runs, one, of));
    return [
      one.title,
      `${runs.get(one.title)?.[0].requests ?? 0}`,
      shortText(perRequest(runs, one, key)),
      one.title === one.beside ? '' : fewer(key),
      one.title === one.beside || key === 'operations' ? '' : fewer('measuredNs'),
      one.title === one.beside || key === 'operations' ? '' : fewer(key, subjectOf(POINTS)),
      shortText(perRequest(runs, one, 'bytes')),
    ];
  });
  const head = ['', 'requests', 'operations', 'times fewer', 'measured', 'than points', 'bytes'];
  return table(head, rows, ['']);
}

function curves(runs: Runs): string {
  const singles = SUBJECTS.filter(({ title, beside, batch }) => title !== beside && batch === undefined);
  const rows = singles.map((one) => {
    const { title, key } = one;
    const own = runs.get(title) ?? [];
    const retraining = perRequest(runs, subjectOf(one.beside), key);
    return [
      title,
      own.map((run) => ratioText(retraining, each(run, key))).join(' '),
      ...MARKS.map((mark) => shortText(upTo(own, key, mark))),
    ];
  });
  return table(['', 'times fewer, by seed', ...MARKS.map(String)], rows, ['', 'times fewer, by seed']);
}

/** The cumulative cost of this many requests, averaged over the seeds. */
function upTo(runs: readonly RequestCosts[], key: Counted, requests: number): number {
  return mean(runs.map((run) => total(run[key].slice(0, requests))));
}

/** Cumulative cost against requests, on logarithmic axes. */
function figure(runs: Runs): string {
  const exact = SUBJECTS.filter(({ title }) => /^exact, (points|middles|in the clear)$/.test(title));
  const retraining = perRequest(runs, subjectOf(POINTS), 'clustering');
  const panels = CURVES.map(({ title, suffix }) => ({
    title,
    at: PLACES,
    series: [
      { title: POINTS, values: PLACES.map((place) => place * retraining) },
      ...exact.map((one) => ({
        title: one.title,
        values: PLACES.map((place) => upTo(runs.get(`${one.title}${suffix}`) ?? [], one.key, place)),
      })),
    ],
  }));
  const title = 'MUFC: cumulative cost of removal requests, compared with retraining';
  return plot(title, 'Operations after this many requests.', panels);
}

/** One row for each data set. */
function otherSets(sets: Unlearned['everywhere']): string {
  const [retraining, exact] = EVERYWHERE;
  const rows = sets.map(([{ name }, runs]) => {
    const before = perRequest(runs, retraining, exact.key);
    return [
      name,
      shortText(before),
      shortText(perRequest(runs, exact, exact.key)),
      ratioText(before, perRequest(runs, exact, exact.key)),
      ratioText(perRequest(runs, retraining, 'measuredNs'), perRequest(runs, exact, 'measuredNs')),
      (runs.get(exact.title) ?? []).map((run) => ratioText(before, each(run, exact.key))).join(' '),
    ];
  });
  const head = ['', 'retrained', 'exact', 'times fewer', 'measured', 'times fewer, by seed'];
  return table(head, rows, ['', 'times fewer, by seed']);
}

/** Operations of retraining for a request, and of the median request of each seed, which hits no centre, as few do. */
export function speedOf(runs: Runs): { readonly before: number; readonly own: readonly number[] } {
  const [retraining, exact] = EVERYWHERE;
  const own = (runs.get(exact.title) ?? []).map((run) => median(run[exact.key]));
  return { before: perRequest(runs, retraining, exact.key), own };
}

function speedUps(sets: Unlearned['everywhere']): string {
  const rows = sets.map(([{ name, speedUp }, runs]) => {
    const { before, own } = speedOf(runs);
    return [name, shortText(before), shortText(mean(own)), ratioText(before, mean(own)), `${speedUp}x`];
  });
  return table(['', 'retrained', 'median request', 'times fewer', 'paper'], rows, ['']);
}

/** How many times cheaper; a request that hits no centre may cost nothing at all. */
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
