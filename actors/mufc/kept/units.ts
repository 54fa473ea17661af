/**
 * The points that represent what clients counted, kept from one clustering to the next: a number of units under every
 * key (a cell, or a centre of one client). A key that loses units loses the newest ones, whatever was drawn for them,
 * so the remaining ones are distributed as if drawn afresh.
 *
 * Drawn units have a row each; if all units of a key lie in one place they share a row, whose weight is their number.
 * Coordinates are rounded to multiples of a power of two coarse enough that sums of all units are exact in doubles: a
 * sum that lost a point is, bit for bit, the sum of the remaining ones.
 */

import { log2, powerOfTwo } from '../../../src/core/kit/math.ts';
import { assert, type Matrix, zeros } from '../../../src/core/kit/index.ts';

/** A row of units, with its number of units before and after. */
export interface Change {
  readonly item: number;
  readonly from: number;
  readonly to: number;
}

export interface UnitsShape {
  readonly columns: number;
  /** Whether all units of a key lie in one place. */
  readonly shared: boolean;
  /** A power of two, of {@link stepFor}. */
  readonly step: number;
}

/** A step such that sums of `points` coordinates up to `largest` in absolute value stay below 2^52 steps. */
export function stepFor(points: number, largest: number): number {
  const range = Math.ceil(log2(Math.max(largest, Number.MIN_VALUE)));
  return powerOfTwo(range + Math.ceil(log2(points + 1)) - 52);
}

export class Units {
  readonly #shape: UnitsShape;
  readonly #rowsOf = new Map<string, number[]>();
  #values: Matrix;
  #weights: Float64Array;
  #rows = 0;
  #total = 0;

  constructor(shape: UnitsShape) {
    this.#shape = shape;
    this.#values = zeros(0, shape.columns);
    this.#weights = new Float64Array();
  }

  /** All rows, including those that hold nothing any more. */
  get points(): Matrix {
    const { columns } = this.#shape;
    return { rows: this.#rows, columns, values: this.#values.values.subarray(0, this.#rows * columns) };
  }

  /** How many units each row holds. */
  get weights(): Float64Array {
    return this.#weights.subarray(0, this.#rows);
  }

  /** How many units there are. */
  get total(): number {
    return this.#total;
  }

  /** Rows that hold something. */
  get occupied(): number {
    return this.#shape.shared
      ? this.#rowsOf.size
      : [...this.#rowsOf.values()].reduce((sum, rows) => sum + rows.length, 0);
  }

  /** Removes the newest units of a key. */
  take(key: string, count: number): Change[] {
    const rows = this.#rowsOf.get(key) ?? [];
    if (this.#shape.shared) {
      const [item] = rows;
      const change = this.#set(item, this.#weights[item] - count);
      if (change.to === 0) this.#rowsOf.delete(key);
      return [change];
    }
    assert(rows.length >= count, `${rows.length} units where ${count} go`);
    const gone = rows.splice(rows.length - count, count).toReversed();
    if (rows.length === 0) this.#rowsOf.delete(key);
    return gone.map((item) => this.#set(item, 0));
  }

  /** Adds units under a key: one at each of these points, or all at the only one. */
  put(key: string, count: number, points: Matrix): Change[] {
    const rows = this.#rowsOf.get(key) ?? [];
    this.#rowsOf.set(key, rows);
    if (this.#shape.shared) {
      if (rows.length === 0) rows.push(this.#append(points, 0));
      const [item] = rows;
      return [this.#set(item, this.#weights[item] + count)];
    }
    return Array.from({ length: count }, (_, i) => {
      const item = this.#append(points, i);
      rows.push(item);
      return this.#set(item, 1);
    });
  }

  /**
   * Drops the rows that hold nothing.
   * @returns the new number of every row; -1 for those that are gone
   */
  compact(): Int32Array {
    const { columns } = this.#shape;
    const renamed = new Int32Array(this.#rows).fill(-1);
    const values = zeros(this.#weights.length, columns);
    let rows = 0;
    for (let item = 0; item < this.#rows; item++) {
      if (this.#weights[item] === 0) continue;
      values.values.set(this.#values.values.subarray(item * columns, (item + 1) * columns), rows * columns);
      this.#weights[rows] = this.#weights[item];
      renamed[item] = rows++;
    }
    this.#values = values;
    this.#rows = rows;
    for (const [key, items] of this.#rowsOf)
      this.#rowsOf.set(
        key,
        items.map((item) => renamed[item]),
      );
    return renamed;
  }

  #set(item: number, to: number): Change {
    const from = this.#weights[item];
    this.#weights[item] = to;
    this.#total += to - from;
    return { item, from, to };
  }

  #append(points: Matrix, row: number): number {
    const { columns, step } = this.#shape;
    if (this.#rows === this.#weights.length) this.#grow();
    const at = this.#rows * columns;
    for (let c = 0; c < columns; c++)
      this.#values.values[at + c] = Math.round(points.values[row * columns + c] / step) * step;
    this.#weights[this.#rows] = 0;
    return this.#rows++;
  }

  #grow(): void {
    const capacity = Math.max(64, 2 * this.#weights.length);
    const values = zeros(capacity, this.#shape.columns);
    values.values.set(this.#values.values);
    const weights = zeros(capacity, 1).values;
    weights.set(this.#weights);
    this.#values = values;
    this.#weights = weights;
  }
}
