/** What a source of data yields: the points and everything else it knows about them. */

import type { Matrix } from '../../core/base/matrix.ts';

export interface DataSet {
  /** One point per row, at least one row and one column, every value finite. */
  readonly points: Matrix;
  /** Tables only: the name of each coordinate. */
  readonly columns?: readonly string[];
  /** The class of each point, an index into {@link classes}; present exactly if `classes` is. */
  readonly truth?: Uint32Array;
  /** Names in order of first appearance, so every class has a point. */
  readonly classes?: readonly string[];
  /**
   * The client of each point, if the data has one: the integer itself for NPY (so numbers may be missing),
   * otherwise 0-based in order of first appearance.
   */
  readonly owners?: Uint32Array;
  /** The name of each owner, if they have names. */
  readonly ownerNames?: readonly string[];
  /** Rows left out because a value was missing. */
  readonly skipped: number;
  /**
   * The row of the source that each point comes from, ascending, from 0: a header is not a row, a row that was left out is.
   * Absent: all rows in order, none left out.
   */
  readonly sourceRows?: Uint32Array;
  /** Tables only: how many of these rows lack a value in each column; only columns with missing values. */
  readonly missing?: readonly { readonly column: string; readonly rows: number }[];
}
