/**
 * Sums of the same unknown vectors over several sets of them: what linear algebra reveals. Two sums that
 * differ in one member reveal it (So et al. 2023, section II: secure aggregation over several rounds); in
 * general, so does any combination of the sums that equals a single unknown (Yang, Luo and Li 2025: points
 * out of sums of clusters).
 */

/** Smaller coefficients count as zero: those that come in are small integers. */
const ZERO = 1e-7;

interface Row {
  readonly coefficients: Float64Array;
  readonly sum: Float64Array;
  readonly pivot: number;
}

/** Equations in reduced row echelon form, added one by one. */
export class LinearSums {
  readonly #unknowns: number;
  readonly #rows: Row[] = [];

  constructor(unknowns: number) {
    this.#unknowns = unknowns;
  }

  /** The number of independent sums. */
  get rank(): number {
    return this.#rows.length;
  }

  /**
   * @param coefficients how often each unknown is in the sum: small integers
   * @param sum of the same length for all equations
   */
  add(coefficients: ArrayLike<number>, sum: ArrayLike<number>): void {
    const left = Float64Array.from(coefficients);
    const right = Float64Array.from(sum);
    for (const row of this.#rows) eliminate(left, right, row, left[row.pivot]);
    let pivot = 0;
    for (let c = 1; c < this.#unknowns; c++) if (Math.abs(left[c]) > Math.abs(left[pivot])) pivot = c;
    const scale = left[pivot];
    if (!(Math.abs(scale) > ZERO)) return;
    left.forEach((value, c) => (left[c] = Math.abs(value) > ZERO ? value / scale : 0));
    right.forEach((value, c) => (right[c] = value / scale));
    const added = { coefficients: left, sum: right, pivot };
    for (const row of this.#rows) eliminate(row.coefficients, row.sum, added, row.coefficients[pivot]);
    this.#rows.push(added);
  }

  /** The sum with these coefficients, if it follows from the others. */
  find(coefficients: ArrayLike<number>): Float64Array | undefined {
    const left = Float64Array.from(coefficients);
    const right = new Float64Array(this.#rows[0]?.sum.length ?? 0);
    for (const row of this.#rows) eliminate(left, right, row, left[row.pivot]);
    return left.every((value) => Math.abs(value) <= ZERO) ? right.map((value) => -value) : undefined;
  }

  /** Every unknown that is determined, and its value. */
  *known(): Generator<{ readonly unknown: number; readonly value: Float64Array }, void, void> {
    for (const { coefficients, sum, pivot } of this.#rows) {
      if (coefficients.every((value, c) => c === pivot || Math.abs(value) <= ZERO))
        yield { unknown: pivot, value: sum };
    }
  }
}

function eliminate(left: Float64Array, right: Float64Array, row: Row, factor: number): void {
  if (factor === 0) return;
  row.coefficients.forEach((value, c) => (left[c] -= factor * value));
  row.sum.forEach((value, c) => (right[c] -= factor * value));
  left[row.pivot] = 0;
}
