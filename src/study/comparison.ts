/** Runs side by side: each figure's mean and spread over the seeds. */

import { deviation, fsum, max, min } from 'd3-array';
import type { Waited } from '../timing/critical-path.ts';
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

export const FIGURES = [
  'accuracy',
  'loss',
  'inducedLoss',
  'iterations',
  'rounds',
  'messages',
  'toServer',
  'fromServer',
  'betweenClients',
  'serverCarried',
  'serverForwarded',
  'operationsClients',
  'operationsServer',
  'resultNs',
  'knownNs',
  'measuredNs',
] as const;

export type Figure = (typeof FIGURES)[number];

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
  readonly figures: Readonly<Partial<Record<Figure, Spread>>>;
}

export function compared(title: string, runs: readonly RunSummary[]): Compared {
  const finished = runs.filter(({ ending, findings }) => ending === 'done' && findings.failure === undefined);
  const promised = finished.flatMap(({ findings: { equalsLloyd } }) => equalsLloyd ?? []);
  const figures = FIGURES.flatMap((figure): [Figure, Spread][] => {
    const values = finished.flatMap((run) => figureOf(run, figure) ?? []);
    return values.length === 0 ? [] : [[figure, spread(values)]];
  });
  return {
    title,
    runs: runs.length,
    finished: finished.length,
    ...(promised.length > 0 && { equalLloyd: promised.filter(Boolean).length }),
    ...(finished.some(({ waits }) => waits) && { waits: meanWaits(finished) }),
    figures: Object.fromEntries(figures),
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

function figureOf(run: RunSummary, figure: Figure): number | undefined {
  return isFinding(figure) ? run.findings[figure] : run[figure];
}

const FINDINGS = ['accuracy', 'loss', 'inducedLoss', 'iterations'] as const;

function isFinding(figure: Figure): figure is (typeof FINDINGS)[number] {
  return (FINDINGS as readonly string[]).includes(figure);
}
