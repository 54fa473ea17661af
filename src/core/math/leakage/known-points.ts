/** Points that a coalition claims to know, compared with the actual ones. */

import { bisectLeft } from 'd3-array';
import { type Matrix, row } from '../../base/matrix.ts';

/** The largest difference of equal coordinates, due to rounding, relative to the largest coordinate. */
const ROUNDING = 1e-9;

/** Finds rows by their coordinates. */
export class KnownPoints {
  readonly #points: Matrix;
  readonly #tolerance: number;
  /** Rows in order of their first coordinate, and these coordinates. */
  readonly #order: readonly number[];
  readonly #first: readonly number[];

  constructor(points: Matrix) {
    const first = (i: number): number => points.values[i * points.columns];
    this.#points = points;
    this.#tolerance = ROUNDING * points.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    this.#order = Array.from({ length: points.rows }, (_, i) => i).toSorted((a, b) => first(a) - first(b));
    this.#first = this.#order.map(first);
  }

  /** The rows with these coordinates. */
  rowsOf(claim: ArrayLike<number>): number[] {
    const found: number[] = [];
    let at = bisectLeft(this.#first, claim[0] - this.#tolerance);
    for (; at < this.#first.length && this.#first[at] <= claim[0] + this.#tolerance; at++) {
      const point = row(this.#points, this.#order[at]);
      if (point.every((value, c) => Math.abs(value - claim[c]) <= this.#tolerance))
        found.push(this.#order[at]);
    }
    return found;
  }
}
