/** The numbers of runs by column: in all views a run counts if it produced a clustering. */

import type { Row } from './rows.ts';

/** The columns that say what became of a run, which numbers are counted by. */
export const RESULT_COLUMNS = ['clustered', 'ending'] as const;

/** Whether a run produced a clustering. Tables of other programs may not say; then it did. */
export function hasResult(row: Row): boolean {
  return row['clustered'] !== false;
}

/** Whether a run equals centralised Lloyd; undefined if its protocol does not promise it. */
export function isKept(row: Row): boolean | undefined {
  const kept = row['equalsLloyd'];
  return kept === undefined ? undefined : kept === true;
}

/**
 * A figure counts only if a run produced a clustering: the cost of a failed run is not the cost of a result.
 * Booleans count as 1 and 0, whatever became of the run.
 */
export function numberOf(row: Row, column: string): number | undefined {
  const cell = row[column];
  if (typeof cell === 'boolean') return Number(cell);
  return typeof cell === 'number' && hasResult(row) ? cell : undefined;
}

/** What runs that produced a clustering have in words, where a figure is no number: such as `Infinity`. */
export function wordsOf(rows: readonly Row[], column: string): string[] {
  return rows.flatMap((row) => {
    const cell = row[column];
    return typeof cell === 'string' && hasResult(row) ? cell : [];
  });
}

/** The numbers in a column, without counts of booleans, from the runs that produced a clustering. */
export function numbersOf(rows: readonly Row[], column: string): number[] {
  return rows.flatMap((row) => (typeof row[column] === 'number' ? (numberOf(row, column) ?? []) : []));
}
