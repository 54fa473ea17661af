/** Exact weighted sums of the rows of each label, and quantities derived from them. */

import { type Matrix, zeros } from '../../../src/core/kit/index.ts';

export interface Sums {
  /** k x d. */
  readonly sums: Matrix;
  /** k: the weights of the labels. */
  readonly sizes: Float64Array;
}

/** Sums and sizes of clusters without any points. */
export function noSums(clusters: number, columns: number): Sums {
  return {
    sums: { rows: clusters, columns, values: new Float64Array(clusters * columns) },
    sizes: new Float64Array(clusters),
  };
}

/** A copy that shares no memory. */
export function copySums({ sums, sizes }: Sums): Sums {
  return { sums: { ...sums, values: sums.values.slice() }, sizes: sizes.slice() };
}

/** Adds a row to a label, with a weight. */
export function addTo(
  { sums, sizes }: Sums,
  label: number,
  points: Matrix,
  item: number,
  weight: number,
): void {
  const { columns, values } = points;
  sizes[label] += weight;
  for (let c = 0, to = label * columns, from = item * columns; c < columns; c++, to++, from++)
    sums.values[to] += weight * values[from];
}

/** Moves a row from one label to another. */
export function move(
  sums: Sums,
  points: Matrix,
  item: number,
  weight: number,
  from: number,
  to: number,
): void {
  if (from === to || weight === 0) return;
  addTo(sums, from, points, item, -weight);
  addTo(sums, to, points, item, weight);
}

/** NaN for an empty cluster, as 0 / 0 is. */
export function meansOf({ sums, sizes }: Sums): Matrix {
  const { rows, columns, values } = sums;
  const centres = zeros(rows, columns);
  for (let at = 0; at < values.length; at++)
    centres.values[at] = values[at] / sizes[Math.floor(at / columns)];
  return centres;
}

/** By how much the loss is below the sum of all squares: sum |S_h|^2 / n_h, larger for the better of two clusterings. */
export function gainOf({ sums: { columns, values }, sizes }: Sums): number {
  return sizes.reduce((gain, size, h) => {
    if (size === 0) return gain;
    const own = values.subarray(h * columns, (h + 1) * columns);
    return gain + own.reduce((sum, x) => sum + x * x, 0) / size;
  }, 0);
}
