/** Cells that a coalition learns from a sparse sum. */

import type { Cell } from './grid.ts';

/** The cells of some clients together. */
export interface OpenedCells {
  /** When the first of these vectors arrived, in nanoseconds. */
  readonly timeNs: number;
  /** The number of the sum that this is, or is a part of. */
  readonly number: number;
  /** Whose cells these are, by number. */
  readonly clients: readonly number[];
  readonly cells: readonly Cell[];
}
