/** Runs side by side: each figure's mean and spread over the seeds, and how the others differ from the first. */

import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { type FigureTable, rangeOf, type RunFigure } from '../../run/figures/table.ts';
import { sharedNotes, type SharedNote } from '../../run/tidy/notes.ts';
import { isKept, numbersOf, wordsOf } from '../../run/tidy/numbers.ts';
import { hasResult, standingOf } from '../../run/report/worth.ts';
import type { RunRow } from '../../run/tidy/run-row.ts';
import { difference, type Difference, spread, type Spread } from '../../core/math/statistics/spread.ts';
import type { Waited } from '../../run/timing/critical-path.ts';

/** One thing that is compared, over all its runs. */
export interface Compared {
  readonly title: string;
  /** Expectations of its scenario that do not apply to its protocol; absent: none. */
  readonly unasked?: readonly string[];
  readonly runs: number;
  /** Runs that led to a clustering. */
  readonly finished: number;
  /** Of these, those that lack parties, or may be wrong. */
  readonly partial: number;
  /** Runs of which something did not hold that must. */
  readonly violated: number;
  /** Runs in which some fault never happened. */
  readonly idle: number;
  /** How many of these equal centralised Lloyd in every iteration; absent if the protocol does not promise it. */
  readonly equalLloyd?: number;
  /** What the results waited for most, averaged over the finished runs; absent if not determined. */
  readonly waits?: readonly Waited[];
  /** Figures of the finished runs, without those that no run has. */
  readonly figures: readonly ComparedFigure[];
  /** What must be said of its runs. */
  readonly notes: readonly SharedNote[];
}

/** A figure with its values over the runs that have it. */
export interface ComparedFigure extends RunFigure {
  /** How many of the finished runs have it, in numbers or in words. */
  readonly runs: number;
  /** Over the runs that have a number; absent if none has. */
  readonly spread?: Spread;
  /** What the other runs have in words, each once; absent: nothing. */
  readonly words?: readonly string[];
  /** The difference from the first column, over the seeds with which both finished; absent in the first column. */
  readonly difference?: Difference;
}

/** One column of a comparison, with its runs in order of their seeds. */
export interface Column {
  readonly title: string;
  readonly runs: readonly RunRow[];
  readonly unasked?: readonly string[];
}

/** @param figures all possible ones: those that some run has are compared, unless they are shown on demand only */
export function compared(columns: readonly Column[], figures: FigureTable): Compared[] {
  const shown = [...figures].filter(({ rank }) => rank !== 'hidden');
  return columns.map(({ title, runs, unasked }, at) => {
    const finished = runs.filter(hasResult);
    const { results, partial, violated, idle } = standingOf(runs);
    const promised = finished.flatMap((row) => isKept(row) ?? []);
    return defined({
      title,
      unasked,
      runs: runs.length,
      finished: results,
      partial,
      violated,
      idle,
      equalLloyd: promised.length > 0 ? promised.filter(Boolean).length : undefined,
      waits: finished.some(({ waits }) => waits) ? meanWaits(finished) : undefined,
      figures: shown.flatMap((figure): ComparedFigure[] => {
        const values = numbersOf(finished, figure.name);
        const told = wordsOf(finished, figure.name);
        if (values.length === 0 && told.length === 0) return [];
        const range = rangeOf(figure);
        const differs =
          at === 0 ? undefined : difference(pairs(finished, columns[0].runs, figure.name), range);
        return [
          defined({
            ...figure,
            runs: values.length + told.length,
            spread: values.length > 0 ? spread(values, range) : undefined,
            words: unlessEmpty([...new Set(told)]),
            difference: differs,
          }),
        ];
      }),
      notes: sharedNotes(runs, () => ({ title })),
    });
  });
}

/** The values of a figure in two runs with the same seed, for the seeds with which both led to a clustering. */
function pairs(runs: readonly RunRow[], first: readonly RunRow[], name: string): [number, number][] {
  const bySeed = new Map(first.filter(hasResult).map((row) => [row.seed, row]));
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
