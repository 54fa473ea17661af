/**
 * The unit cube centred at the origin, cut into B half-open levels in each dimension (MUFC, Appendix H). The paper rounds to
 * the nearest multiple of gamma, which gives one or two levels more than B = 1 / gamma at the faces; these tile the cube.
 */

import type { Matrix, Stream } from '../../src/core/kit/index.ts';
import type { Cell, Grid } from '../blocks/scma/grid.ts';

/** Half of the cube's side: coordinates lie in [-1/2, 1/2]. */
export const HALF = 0.5;

/** B = ceil(sqrt(n)): the paper's gamma = 1 / sqrt(n), rounded to a whole number of levels. */
export function levelsFor(points: number): number {
  return Math.max(1, Math.ceil(Math.sqrt(points)));
}

/** A cell for every centre; two centres in one cell are two entries, which add up. */
export function cellsOf(centres: Matrix, sizes: ArrayLike<number>, { levels }: Grid): Cell[] {
  const { rows, columns, values } = centres;
  return Array.from({ length: rows }, (_, k) => ({
    place: Array.from(values.subarray(k * columns, (k + 1) * columns), (x) => levelOf(x, levels)),
    count: sizes[k],
  }));
}

/** The face at 1/2 belongs to the last level. */
function levelOf(x: number, levels: number): number {
  return Math.min(levels - 1, Math.max(0, Math.floor((x + HALF) * levels)));
}

/** The centre of a cell, in the cube [-1/2, 1/2]^d. */
export function middleOf(place: readonly number[], { levels }: Grid): number[] {
  return place.map((level) => (level + 0.5) / levels - HALF);
}

/** A point drawn uniformly in a cell. */
export function drawIn(place: readonly number[], { levels }: Grid, stream: Stream): number[] {
  return place.map((level) => (level + stream.uniform()) / levels - HALF);
}
