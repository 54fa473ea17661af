/** MUFC's figures about unlearning (Figures 3 and 5): the cost of successive requests, beside retraining for each. */

import { CahootsError } from '../../src/core/base/errors.ts';
import { median } from '../../src/core/math/statistics/summary.ts';
import { table } from '../../src/run/report/table.ts';
import { runBatch } from '../../src/studies/batch/batch.ts';
import { detailsOf } from './keys.ts';
import { DATA, type DataSet, scenarioOf, settingsOf } from './mufc.ts';
import { type RequestCosts, requestCosts } from './mufc-jobs.ts';
import { CURVES, DIGITS, ELSEWHERE, POINTS, type Subject, SUBJECTS } from './mufc-subjects.ts';
import { type PaperOptions, writeFigure } from './options.ts';
import { plot } from './plot.ts';

/** Section 6: times faster than retraining. */
export const AVERAGE = 84;
const FIGURE = 'mufc-unlearning.svg';

/** Where the table reports the cumulative cost, and where the figure has marks. */
const MARKS = [1, 10, 100, 1000] as const;
const PLACES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const mean = (values: readonly number[]): number => total(values) / values.length;

interface Planned {
  readonly data: DataSet;
  readonly set: readonly string[];
  readonly subject: Subject;
  readonly seed: number;
}

/** On Celltype, and on the other data sets that the folder has. */
export interface Unlearned {
  readonly celltype: Runs;
  readonly elsewhere: readonly (readonly [DataSet, Runs])[];
}

/** @throws CahootsError if the folder has no Celltype */
export async function unlearningRuns(options: PaperOptions): Promise<Unlearned> {
  const seeds = Array.from({ length: options.seeds }, (_, i) => i + 1);
  const plan = (data: DataSet, subjects: readonly Subject[]): Planned[] => {
    const set = settingsOf(data, options.data);
    return set === undefined
      ? []
      : subjects.flatMap((subject) => seeds.map((seed) => ({ data, set, subject, seed })));
  };
  const [celltype, ...others] = DATA;
  const elsewhere = [...others, DIGITS].map((data) => ({ data, planned: plan(data, ELSEWHERE) }));
  const planned = [...plan(celltype, SUBJECTS), ...elsewhere.flatMap((one) => one.planned)];
  if (planned[0]?.data !== celltype)
    throw new CahootsError('bad-input', 'expected celltype/ in the folder, got none', { path: '--data' });
  const requests = planned.map(requestOf);
  const found = await runBatch(requestCosts, requests, { ...options, ...detailsOf(requests) });
  const runsOn = (data: DataSet, subjects: readonly Subject[]): Runs =>
    new Map(
      subjects.map((one) => [
        one.title,
        found.filter((_, i) => planned[i].data === data && planned[i].subject === one),
      ]),
    );
  const there = elsewhere.filter((one) => one.planned.length > 0);
  return {
    celltype: runsOn(celltype, SUBJECTS),
    elsewhere: there.map(({ data }) => [data, runsOn(data, ELSEWHERE)]),
  };
}

/** Ends with a newline; writes the figure. */
export async function mufcUnlearning(options: PaperOptions): Promise<string> {
  const { celltype: runs, elsewhere } = await unlearningRuns(options);
  const place = writeFigure(options, FIGURE, figure(runs));
  return [
    `MUFC, unlearning: Celltype, ${options.seeds} seeds, single points; the client that computes most and the server\n`,
    costs(runs),
    `\nOf each seed, and cumulative operations by number of requests (mean of seeds); ${place} shows more\n`,
    curves(runs),
    ...(elsewhere.length === 0
      ? []
      : ['\nOther data sets, exact, single random points\n', otherSets(elsewhere)]),
    '\nTable 1, a request that hits no centre (the median of all), and retraining with drawn points\n',
    speedUps([[DATA[0], runs], ...elsewhere]),
    `the paper prints 151 for TMI, 483 for TCGA and 267 for Covtype too, and ${AVERAGE} on average over all requests and data sets\n`,
  ].join('\n');
}

function requestOf({ data, set, subject, seed }: Planned) {
  const { requests, points = 'random', variant = 0, key } = subject;
  const remove = `protocol.remove=${JSON.stringify([{ points, requests }])}`;
  // The clustering does not depend on the code, and the hashed one is faster if the sum itself is not examined.
  const code = key === 'clustering' && variant === 0 ? ['protocol.aggregation.code=hashed'] : [];
  const all = [...set, 'protocol.restarts=1', 'protocol.secrecy=scma', remove, ...code, ...subject.set];
  return {
    file: scenarioOf(data),
    seed,
    variant,
    set: variant === 0 ? all : [...set, 'protocol.restarts=1', remove],
  };
}

/** By title, a run for each seed. */
export type Runs = ReadonlyMap<string, readonly RequestCosts[]>;

/** The mean cost of a request over all seeds; in a batch, its share. */
export function perRequest(runs: Runs, { title, requests }: Subject, key: keyof RequestCosts): number {
  return mean((runs.get(title) ?? []).map((run) => total(run[key]) / requests));
}

function subjectOf(name: string): Subject {
  return SUBJECTS.find(({ title }) => title === name) as Subject;
}

function costs(runs: Runs): string {
  const rows = SUBJECTS.map((one) => {
    const { batch = 1, key } = one;
    const beside = subjectOf(one.beside);
    // One retraining for a batch.
    const fewer = (of: keyof RequestCosts, other = beside): string =>
      ratioText(perRequest(runs, other, of), batch * perRequest(runs, one, of));
    return [
      one.title,
      `${one.requests}`,
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
      own.map((run) => ratioText(retraining, total(run[key]) / one.requests)).join(' '),
      ...MARKS.map((mark) => shortText(upTo(own, key, mark))),
    ];
  });
  return table(['', 'times fewer, by seed', ...MARKS.map(String)], rows, ['', 'times fewer, by seed']);
}

/** The cumulative cost of this many requests, averaged over the seeds. */
function upTo(runs: readonly RequestCosts[], key: keyof RequestCosts, requests: number): number {
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
function otherSets(sets: Unlearned['elsewhere']): string {
  const [retraining, exact] = ELSEWHERE;
  const rows = sets.map(([{ name }, runs]) => {
    const before = perRequest(runs, retraining, exact.key);
    return [
      name,
      shortText(before),
      shortText(perRequest(runs, exact, exact.key)),
      ratioText(before, perRequest(runs, exact, exact.key)),
      ratioText(perRequest(runs, retraining, 'measuredNs'), perRequest(runs, exact, 'measuredNs')),
      (runs.get(exact.title) ?? [])
        .map((run) => ratioText(before, total(run[exact.key]) / exact.requests))
        .join(' '),
    ];
  });
  const head = ['', 'retrained', 'exact', 'times fewer', 'measured', 'times fewer, by seed'];
  return table(head, rows, ['', 'times fewer, by seed']);
}

/** Operations of retraining for a request, and of the median request of each seed, which hits no centre, as few do. */
export function speedOf(runs: Runs): { readonly before: number; readonly own: readonly number[] } {
  const [retraining, exact] = ELSEWHERE;
  const own = (runs.get(exact.title) ?? []).map((run) => median(run[exact.key]));
  return { before: perRequest(runs, retraining, exact.key), own };
}

function speedUps(sets: Unlearned['elsewhere']): string {
  const rows = sets.map(([{ name, speedUp }, runs]) => {
    const { before, own } = speedOf(runs);
    const printed = speedUp === undefined ? '' : `${speedUp}x`;
    return [name, shortText(before), shortText(mean(own)), ratioText(before, mean(own)), printed];
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
