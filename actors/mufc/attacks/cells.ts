/** Points in cells of a grid: which cell each lies in, and how far it is from given cells. */

import { square } from '../../../src/core/kit/math.ts';
import { type Matrix, row } from '../../../src/core/kit/index.ts';
import type { Cell } from '../../blocks/index.ts';
import { cellsAcross, cellsOf, type CubeGrid, HALF } from '../cube.ts';

/** The cell of every point, as a string. */
export function cellNames(points: Matrix, grid: CubeGrid): string[] {
  const ones = new Uint8Array(points.rows).fill(1);
  return cellsOf(points, ones, grid).map(({ place }) => place.join());
}

/** The rows of a client's points, which are numbered client by client. */
export function rowsOfClient(sizes: readonly number[], client: number): number[] {
  const first = sizes.slice(0, client).reduce((sum, size) => sum + size, 0);
  return Array.from({ length: sizes[client] }, (_, i) => first + i);
}

/** The places of cells as texts, for comparison. */
export function namesOf(cells: readonly Cell[]): string[] {
  return cells.map(({ place }) => place.join());
}

/** The squared distance of a point to the nearest of these cells: 0 inside. */
export function distanceToCells(points: Matrix, i: number, cells: readonly Cell[], grid: CubeGrid): number {
  const x = row(points, i);
  const across = cellsAcross(grid);
  let nearest = Number.POSITIVE_INFINITY;
  for (const { place } of cells) {
    let sum = 0;
    for (let c = 0; c < place.length && sum < nearest; c++) {
      const low = (place[c] - (grid.shift?.[c] ?? 0)) / across - HALF;
      sum += square(Math.max(0, low - x[c], x[c] - low - 1 / across));
    }
    nearest = Math.min(nearest, sum);
  }
  return nearest;
}
