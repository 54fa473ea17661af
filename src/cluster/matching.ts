/** The assignment problem: the one place that calls the Hungarian solver. */

import { linearSumAssignment } from 'linear-sum-assignment';

export interface Matching {
  /** For each row the column it is matched with, or -1. */
  readonly columns: Int32Array;
  /** The sum of the matched gains. */
  readonly total: number;
}

/**
 * The one-to-one matching of rows with columns that gains most. A table of r rows and c columns gives min(r,
 * c) pairs. Exact for integers whose sums stay below 2^53.
 */
export function bestMatching(gains: number[][]): Matching {
  // (sic) the library spells its option this way.
  const { rowAssignments } = linearSumAssignment(gains, { maximaze: true });
  const columns = Int32Array.from(rowAssignments);
  // The library's own total is NaN for an empty table.
  const total = gains.reduce((sum, row, r) => (columns[r] === -1 ? sum : sum + row[columns[r]]), 0);
  return { columns, total };
}
