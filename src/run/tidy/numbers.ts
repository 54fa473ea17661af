/** The numbers of runs by column: in all views a run counts if it has a result. */

import type { Row } from './rows.ts';
import { hasResult } from '../report/worth.ts';

/** Whether a run equals centralised Lloyd; undefined if its protocol does not promise it. */
export function isKept(row: Row): boolean | undefined {
  const kept = row['equalsLloyd'];
  return kept === undefined ? undefined : kept === true;
}

/**
 * A figure counts only if a run has a result: the cost of a failed run is not the cost of a result.
 * Booleans count as 1 and 0, whatever became of the run.
 */
export function numberOf(row: Row, column: string): number | undefined {
  const cell = row[column];
  if (typeof cell === 'boolean') return Number(cell);
  return typeof cell === 'number' && hasResult(row) ? cell : undefined;
}

/** What runs with a result have in words, where a figure is no number: such as `Infinity`. */
export function wordsOf(rows: readonly Row[], column: string): string[] {
  return rows.flatMap((row) => {
    const cell = row[column];
    return typeof cell === 'string' && hasResult(row) ? cell : [];
  });
}

/** The numbers in a column, without counts of booleans, from the runs with a result. */
export function numbersOf(rows: readonly Row[], column: string): number[] {
  return rows.flatMap((row) => (typeof row[column] === 'number' ? (numberOf(row, column) ?? []) : []));
}
