/** MUFC's sums of cells, masked or proven. */

import type { Self } from '../../src/core/kit/index.ts';
import {
  type Cell,
  contributeCells,
  contributeProvenCells,
  sumCells,
  sumProvenCells,
  type SparseSession,
} from '../blocks/index.ts';

/** A client's half of a sum. */
export function* contributeTo(self: Self, sum: SparseSession, number: number, cells: readonly Cell[]) {
  if (sum.proven === undefined) yield* contributeCells(self, sum, number, cells);
  else yield* contributeProvenCells(self, sum, number, cells);
}

/**
 * The server's half.
 * @param sizes how many points each client has
 */
export function* sumUp(self: Self, sum: SparseSession, number: number, sizes: readonly number[]) {
  if (sum.proven === undefined) return yield* sumCells(self, sum, number, sizes);
  return yield* sumProvenCells(self, sum, number, sizes);
}
