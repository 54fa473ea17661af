/** Allocation of points: limits are checked first, since a file or a scenario can ask for any amount. */

import { CahootsError, type Place } from '../../core/base/errors.ts';
import { type Matrix, zeros } from '../../core/base/matrix.ts';

/**
 * More than any measured table has (a methylation array has 485,577): a wider table has lost its line ends.
 */
export const MOST_COLUMNS = 500_000;
/** 2 GiB of doubles, which still leaves memory for working on copies. */
export const MOST_VALUES = 2 ** 28;

/**
 * A matrix of zeros for points. Throws `bad-input` with this place if they are too many, too wide, or do not
 * fit into memory.
 */
export function newPoints(rows: number, columns: number, place: Place): Matrix {
  const refused = (expected: string, got: number): CahootsError =>
    new CahootsError('bad-input', `expected ${expected}, got ${got}`, place);
  if (columns > MOST_COLUMNS) throw refused(`points of at most ${MOST_COLUMNS} coordinates`, columns);
  if (rows * columns > MOST_VALUES)
    throw refused(`at most ${MOST_VALUES} coordinates in all`, rows * columns);
  try {
    return zeros(rows, columns);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refused('as many coordinates as fit into memory', rows * columns);
  }
}

/** Coordinates of points whose number is known only at the end of a file. */
export class GrowingPoints {
  #values = new Float64Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** Throws like {@link newPoints}. */
  toMatrix(columns: number, place: Place): Matrix {
    const points = newPoints(this.#length / columns, columns, place);
    points.values.set(this.#values.subarray(0, this.#length));
    return points;
  }
}
