/** Runs side by side: each figure's mean and spread over the seeds, and how the others differ from the first. */

import { rangeOf, type RunFigure, valuesOf } from '../../results/tidy/figures.ts';
import type { RunRow } from '../../results/tidy/run-row.ts';
import { difference, type Difference, spread, type Spread } from '../../results/tidy/statistics.ts';
import type { Waited } from '../../timing/critical-path.ts';

/** One thing that is compared, over all its runs. */
export interface Compared {
  readonly title: string;
  /** Settings of where it starts that the comparison chose; absent: it starts as its scenario says. */
  readonly start?: string;
  /** What its scenario expects and its protocol has nothing for; absent: nothing. */
  readonly unasked?: readonly string[];
  /** Expectations that were not met, each with the number of runs; absent: all were. */
  readonly violated?: Readonly<Record<string, number>>;
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
  /** From what stands in the first column, on the seeds on which both finished; absent in that column. */
  readonly difference?: Difference;
}

/** A thing that is compared, and its runs, in order of their seeds. */
export interface Column {
  readonly title: string;
  readonly runs: readonly RunRow[];
  readonly start?: string;
  readonly unasked?: readonly string[];
}

/** @param figures all that there may be, in their order */
export function compared(columns: readonly Column[], figures: readonly RunFigure[]): Compared[] {
  return columns.map(({ title, runs, start, unasked }, at) => {
    const finished = runs.filter(({ clustered }) => clustered);
    const violated = countedWords(runs.flatMap((run) => run.violated?.split(' ') ?? []));
    const promised = finished.flatMap(({ equalsLloyd }) => equalsLloyd ?? []);
    return {
      title,
      ...(start && { start }),
      ...(unasked && { unasked }),
      ...(Object.keys(violated).length > 0 && { violated }),
      runs: runs.length,
      finished: finished.length,
      ...(promised.length > 0 && { equalLloyd: promised.filter(Boolean).length }),
      ...(finished.some(({ waits }) => waits) && { waits: meanWaits(finished) }),
      figures: figures.flatMap((figure): ComparedFigure[] => {
        const values = valuesOf(finished, figure.name);
        if (values.length === 0) return [];
        const range = rangeOf(figure);
        const differs =
          at === 0 ? undefined : difference(pairs(finished, columns[0].runs, figure.name), range);
        return [{ ...figure, spread: spread(values, range), ...(differs && { difference: differs }) }];
      }),
    };
  });
}

function countedWords(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** A figure of two runs under one seed, where both came to a clustering. */
function pairs(runs: readonly RunRow[], first: readonly RunRow[], name: string): [number, number][] {
  const bySeed = new Map(first.filter(({ clustered }) => clustered).map((row) => [row.seed, row]));
  return runs.flatMap((row): [number, number][] => {
    const a = row[name];
    const b = bySeed.get(row.seed)?.[name];
    return typeof a === 'number' && typeof b === 'number' ? [[a, b]] : [];
  });
}

function meanWaits(runs: readonly RunRow[]): Waited[] {
  const sums = new Map<string, Waited>();
  for (const { waits = '[]' } of runs) {
    for (const waited of JSON.parse(waits) as Waited[]) {
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
