/** The points that a client still has, and their erasure. */

import { type Labels, NO_CLUSTER, squaredDistance } from '../../../src/core/kit/cluster.ts';
import type { Matrix, Stream } from '../../../src/core/kit/index.ts';

export class Holdings {
  readonly #values: Float64Array;
  readonly #columns: number;
  /** The original numbers of the points, ascending. */
  #numbers: Uint32Array;
  readonly #atFirst: number;

  /**
   * @param shard all the client's points; overwritten as points go, so nothing of them stays in memory
   * @param left {@link left} of this client before a restart: all others are erased at once
   */
  constructor(shard: Matrix, left?: Uint32Array) {
    this.#values = shard.values;
    this.#columns = shard.columns;
    this.#atFirst = shard.rows;
    this.#numbers = Uint32Array.from({ length: shard.rows }, (_, i) => i);
    if (left === undefined) return;
    const there = new Set(left);
    this.erase(this.all().filter((row) => !there.has(row)));
  }

  /** The points that are left, a view. */
  get points(): Matrix {
    const rows = this.#numbers.length;
    return { rows, columns: this.#columns, values: this.#values.subarray(0, rows * this.#columns) };
  }

  /** The numbers of the points that are left, ascending. */
  get left(): Uint32Array {
    return this.#numbers;
  }

  /** Every row. */
  all(): number[] {
    return [...this.#numbers.keys()];
  }

  /** The rows of the points with these numbers, ascending; those that are gone are skipped. */
  rowsOf(numbers: ArrayLike<number>): number[] {
    const wanted = new Set(Array.from(numbers));
    return [...this.#numbers.keys()].filter((row) => wanted.has(this.#numbers[row]));
  }

  /** Distinct rows drawn uniformly, ascending; all of them if there are not more. */
  draw(count: number, stream: Stream): number[] {
    const rows = stream.shuffle(Uint32Array.from(this.#numbers.keys()));
    return [...rows.subarray(0, count)].toSorted((a, b) => a - b);
  }

  /** Erases rows: the others move up, in order, and the space after them is overwritten. */
  erase(rows: readonly number[]): void {
    const gone = new Set(rows);
    const left = [...this.#numbers.keys()].filter((row) => !gone.has(row));
    const columns = this.#columns;
    left.forEach((row, to) => this.#values.copyWithin(to * columns, row * columns, (row + 1) * columns));
    this.#numbers = Uint32Array.from(left, (row) => this.#numbers[row]);
    this.#values.fill(0, left.length * columns);
  }

  /** Spreads the labels of the remaining points over all original ones; the others are in no cluster. */
  labelled(labels: Labels): Labels {
    const all = new Uint16Array(this.#atFirst).fill(NO_CLUSTER);
    this.#numbers.forEach((number, row) => (all[number] = labels[row]));
    return all;
  }
}

/**
 * What each point adds to the induced loss (MUFC, section 3): its squared distance from the centre of its cluster.
 * @param labels rows of `centres`
 */
export function contributions(points: Matrix, labels: Labels, centres: Matrix): Float64Array {
  return Float64Array.from(labels, (h, i) => squaredDistance(centres, h, points, i));
}

/** The rows of the largest values, ascending; ties to the first. */
export function largest(values: Float64Array, count: number): number[] {
  return [...values.keys()]
    .toSorted((i, j) => values[j] - values[i] || i - j)
    .slice(0, count)
    .toSorted((i, j) => i - j);
}
