/**
 * The unit cube centred at the origin, cut into B half-open levels in each dimension (MUFC, Appendix H). The paper rounds to
 * the nearest multiple of gamma, which gives one or two levels more than B = 1 / gamma at the faces; these tile the cube.
 */

import { type Matrix, Random, type Stream } from '../../src/core/kit/index.ts';
import type { Cell, Grid } from '../blocks/scma/grid.ts';

/** Half of the cube's side: coordinates lie in [-1/2, 1/2]. */
export const HALF = 0.5;

/** Cells of the cube; if they are shifted, each dimension has one more level than fits into the cube. */
export interface CubeGrid extends Grid {
  /** By how much of a cell in each dimension, from 0 to 1 (Appendix H, after Ginart et al. 2019). */
  readonly shift?: readonly number[] | undefined;
}

/** B levels in each dimension, shifted at random if there is a seed for that, which everybody knows. */
export function cubeGrid(dimension: number, levels: number, seed: number | undefined): CubeGrid {
  if (seed === undefined) return { dimension, levels };
  const stream = new Random(seed).stream('shift');
  return { dimension, levels: levels + 1, shift: Array.from({ length: dimension }, () => stream.uniform()) };
}

/** How many cells fit beside each other in the cube. */
export function cellsAcross({ levels, shift }: CubeGrid): number {
  return shift === undefined ? levels : levels - 1;
}

/** B = ceil(sqrt(n)): the paper's gamma = 1 / sqrt(n), rounded to a whole number of levels. */
export function levelsFor(points: number): number {
  return Math.max(1, Math.ceil(Math.sqrt(points)));
}

/** A cell for every centre; two centres in one cell are two entries, which add up. */
export function cellsOf(centres: Matrix, sizes: ArrayLike<number>, grid: CubeGrid): Cell[] {
  const { rows, columns, values } = centres;
  return Array.from({ length: rows }, (_, k) => ({
    place: Array.from(values.subarray(k * columns, (k + 1) * columns), (x, c) => levelOf(x, c, grid)),
    count: sizes[k],
  }));
}

/** The face at 1/2 belongs to the last level. */
function levelOf(x: number, c: number, grid: CubeGrid): number {
  const at = (x + HALF) * cellsAcross(grid) + (grid.shift?.[c] ?? 0);
  return Math.min(grid.levels - 1, Math.max(0, Math.floor(at)));
}

/** The centre of a cell, in the cube [-1/2, 1/2]^d, or up to half a cell outside if the grid is shifted. */
export function middleOf(place: readonly number[], grid: CubeGrid): number[] {
  return place.map((level, c) => coordinate(level + 0.5, c, grid));
}

/** A point drawn uniformly in a cell. */
export function drawIn(place: readonly number[], grid: CubeGrid, stream: Stream): number[] {
  return place.map((level, c) => coordinate(level + stream.uniform(), c, grid));
}

function coordinate(level: number, c: number, grid: CubeGrid): number {
  return (level - (grid.shift?.[c] ?? 0)) / cellsAcross(grid) - HALF;
}
