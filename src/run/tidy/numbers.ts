/** The numbers of runs by column: in all views a run counts if it produced a clustering. */

import type { Row } from './rows.ts';

/**
 * A figure counts only if a run produced a clustering: the cost of a failed run is not the cost of a result.
 * Booleans count as 1 and 0, whatever became of the run.
 */
export function numberOf(row: Row, column: string): number | undefined {
  const cell = row[column];
  if (typeof cell === 'boolean') return Number(cell);
  return typeof cell === 'number' && row['clustered'] !== false ? cell : undefined;
}

/** What runs that produced a clustering have in words, where a figure is no number: such as `Infinity`. */
export function wordsOf(rows: readonly Row[], column: string): string[] {
  return rows.flatMap((row) => {
    const cell = row[column];
    return typeof cell === 'string' && row['clustered'] !== false ? cell : [];
  });
}

/** The numbers in a column, without counts of booleans, from the runs that produced a clustering. */
export function numbersOf(rows: readonly Row[], column: string): number[] {
  return rows.flatMap((row) => (typeof row[column] === 'number' ? (numberOf(row, column) ?? []) : []));
}
