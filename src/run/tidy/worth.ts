/** What runs are worth as results: the one rule by which tables, pictures, pages, rankings and comparisons count them. */

import type { Row } from './rows.ts';

/** The columns that say whether there is a clustering, and of whom or why it may be wrong. */
export const WORTH_COLUMNS = ['clustered', 'ending', 'missing', 'caveat', 'idleFaults'] as const;

/**
 * complete: a clustering of everybody. partial: a clustering that lacks parties, or may be wrong for a known reason: it
 * counts, and is marked. failed: no clustering, or the run did not end by itself: none of its numbers are those of a
 * result.
 */
export type Worth = 'complete' | 'partial' | 'failed';

/** Tables of other programs may not say whether there is a clustering; then there is. */
export function worthOf({ clustered, missing, caveat }: Row): Worth {
  if (clustered === false) return 'failed';
  // Tables of other programs may count what is missing.
  return isText(missing) || isText(caveat) ? 'partial' : 'complete';
}

/** Whether a run's numbers are those of a result. */
export function hasResult(row: Row): boolean {
  return worthOf(row) !== 'failed';
}

/** How many of some runs are worth what. */
export interface Standing {
  readonly runs: number;
  /** Those that did not fail. */
  readonly results: number;
  /** Of these, those that are partial. */
  readonly partial: number;
  /** Runs in which some fault of the scenario never happened. */
  readonly idle: number;
}

/** How many of these runs have a result, how many of these are partial, and in how many a fault never happened. */
export function standingOf(rows: readonly Row[]): Standing {
  return {
    runs: rows.length,
    results: rows.filter(hasResult).length,
    partial: rows.filter((row) => worthOf(row) === 'partial').length,
    idle: rows.filter(({ idleFaults }) => isText(idleFaults)).length,
  };
}

/** What must stand at the place of these runs: `2 of 3`, `3 partial`, `fault never happened`; nothing if all is well. */
export function standingMarks({ runs, results, partial, idle }: Standing): readonly string[] {
  return [
    ...(results < runs ? [`${results} of ${runs}`] : []),
    ...(partial > 0 ? [`${partial} partial`] : []),
    ...(idle > 0 ? [idle < runs ? `fault never happened in ${idle}` : 'fault never happened'] : []),
  ];
}

/** What `3 partial` means, for a note below. */
export const PARTIAL = '"n partial": n of these results lack parties, or may be wrong';

function isText(cell: Row[string]): boolean {
  return typeof cell === 'string' && cell !== '';
}
