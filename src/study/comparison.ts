/** Runs side by side: each figure's mean and spread over the seeds. */

import { deviation, fsum, max, min } from 'd3-array';
import type { Waited } from '../timing/critical-path.ts';
import type { FigureValue } from '../protocol/figure.ts';
import type { RunSummary } from './summary.ts';

/** Over the runs that have the figure. */
export interface Spread {
  readonly runs: number;
  readonly mean: number;
  /** Sample standard deviation; 0 for one run. */
  readonly deviation: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** A figure that every run has, and how it is shown. */
export type RunFigure = Omit<FigureValue, 'value'>;

/** What is compared of every run, in the order of the rows; the protocols' own figures stand behind the quality. */
export const QUALITY: readonly RunFigure[] = [
  { name: 'accuracy', title: 'accuracy', unit: 'share', better: 'up' },
  { name: 'adjustedRand', title: 'adjusted Rand index', unit: 'number', better: 'up' },
  { name: 'mutualInformation', title: 'mutual information', unit: 'number', better: 'up' },
  { name: 'loss', title: 'loss', unit: 'number', better: 'down' },
  { name: 'lossPerPoint', title: 'loss per point', unit: 'number', better: 'down' },
];
/** What the quality is of: shown where columns differ in it, or one falls short of what all have. */
export const BASIS: readonly RunFigure[] = [
  { name: 'missingPoints', title: 'points missing', unit: 'number', better: 'down' },
  { name: 'unassignedPoints', title: 'points in no cluster', unit: 'number', better: 'down' },
  { name: 'emptyClusters', title: 'clusters without points', unit: 'number', better: 'down' },
];
export const COST: readonly RunFigure[] = [
  { name: 'iterations', title: 'iterations', unit: 'number', better: 'down' },
  { name: 'rounds', title: 'rounds', unit: 'number', better: 'down' },
  { name: 'messages', title: 'messages', unit: 'number', better: 'down' },
  { name: 'toServer', title: 'to server', unit: 'bytes', better: 'down' },
  { name: 'fromServer', title: 'from server', unit: 'bytes', better: 'down' },
  { name: 'betweenClients', title: 'between clients', unit: 'bytes', better: 'down' },
  { name: 'serverCarried', title: "over the server's links", unit: 'bytes', better: 'down' },
  { name: 'serverForwarded', title: 'of these forwarded', unit: 'bytes', better: 'down' },
  { name: 'operationsClients', title: 'operations of clients', unit: 'operations', better: 'down' },
  { name: 'operationsServer', title: 'operations of server', unit: 'operations', better: 'down' },
  { name: 'resultNs', title: 'time to the result', unit: 'ns', better: 'down' },
  { name: 'knownNs', title: 'until all know it', unit: 'ns', better: 'down' },
  { name: 'measuredNs', title: 'measured', unit: 'ns', better: 'down' },
];

/** One thing that is compared, over all its runs. */
export interface Compared {
  readonly title: string;
  readonly runs: number;
  /** Runs that came to a clustering. */
  readonly finished: number;
  /** Of these, how many equal centralised Lloyd in every iteration; absent where nobody promises it. */
  readonly equalLloyd?: number;
  /** What the results waited for most, in the mean over the runs that finished; absent where it was not found out. */
  readonly waits?: readonly Waited[];
  /** Of those that finished; absent where none has the figure. */
  readonly figures: readonly ComparedFigure[];
}

/** A figure with its values over the runs that have it. */
export interface ComparedFigure extends RunFigure {
  readonly spread: Spread;
}

export function compared(title: string, runs: readonly RunSummary[]): Compared {
  const finished = runs.filter(({ ending, findings }) => ending === 'done' && findings.aborted === undefined);
  const promised = finished.flatMap(({ findings: { equalsLloyd } }) => equalsLloyd ?? []);
  const own = finished.flatMap(({ findings }) => findings.figures ?? []);
  const numbers = own.filter(({ value }) => typeof value === 'number');
  const ownOnce = numbers.filter(({ name }, at) => numbers.findIndex((other) => other.name === name) === at);
  const figures = [...QUALITY, ...BASIS, ...ownOnce, ...COST].flatMap(
    ({ name, unit, better, ...figure }): ComparedFigure[] => {
      const values = finished.flatMap((run) => figureOf(run, name) ?? []);
      return values.length === 0
        ? []
        : [{ name, title: figure.title, unit, ...(better && { better }), spread: spread(values) }];
    },
  );
  return {
    title,
    runs: runs.length,
    finished: finished.length,
    ...(promised.length > 0 && { equalLloyd: promised.filter(Boolean).length }),
    ...(finished.some(({ waits }) => waits) && { waits: meanWaits(finished) }),
    figures,
  };
}

function meanWaits(runs: readonly RunSummary[]): Waited[] {
  const sums = new Map<string, Waited>();
  for (const { waits = [] } of runs) {
    for (const waited of waits) {
      const { resource, of } = waited;
      const before = sums.get(`${resource} ${of}`) ?? { resource, of, ns: 0, queuedNs: 0, share: 0 };
      sums.set(`${resource} ${of}`, {
        ...before,
        ns: before.ns + waited.ns / runs.length,
        queuedNs: before.queuedNs + waited.queuedNs / runs.length,
        share: before.share + waited.share / runs.length,
      });
    }
  }
  return [...sums.values()].toSorted((a, b) => b.share - a.share);
}

/** @param values at least one */
export function spread(values: readonly number[]): Spread {
  const least = min(values) as number;
  const most = max(values) as number;
  return {
    runs: values.length,
    // Rounding may take the mean of equal values past them.
    mean: Math.min(Math.max(fsum(values) / values.length, least), most),
    deviation: deviation(values) ?? 0,
    minimum: least,
    maximum: most,
  };
}

/** The figures of several columns, each once: quality, then what protocols measure themselves, then cost. */
export function figuresOf(columns: readonly Compared[]): readonly RunFigure[] {
  const all = columns.flatMap(({ figures }) => figures);
  const once = all.filter(({ name }, at) => all.findIndex((other) => other.name === name) === at);
  const isIn = (list: readonly RunFigure[], { name }: RunFigure): boolean =>
    list.some((figure) => figure.name === name);
  return [
    ...once.filter((figure) => isIn(QUALITY, figure)),
    ...once.filter((figure) => isIn(BASIS, figure)),
    ...once.filter((figure) => ![QUALITY, BASIS, COST].some((list) => isIn(list, figure))),
    ...once.filter((figure) => isIn(COST, figure)),
  ];
}

/** A figure of a run by its name; undefined where it has none, or no number. */
export function figureOf(run: RunSummary, name: string): number | undefined {
  const { findings, ...figures } = run;
  const own = findings.figures?.find((figure) => figure.name === name)?.value;
  const { quality } = findings;
  const common = {
    accuracy: findings.accuracy,
    loss: findings.loss,
    iterations: findings.iterations,
    ...quality,
    ...(quality && { emptyClusters: quality.clusters - quality.occupiedClusters }),
    ...figures,
  };
  const value = own ?? (common as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : undefined;
}
