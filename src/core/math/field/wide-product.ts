/**
 * Products of matrices over a field of up to 50 bits, using the kernel for 28-bit words: every element is
 * represented by the residues of its representative nearest to zero, modulo enough primes for the largest
 * inner product, and every inner product is reconstructed from its residues.
 */

import { fieldKernel } from './field-kernel.ts';
import type { Field } from './field.ts';
import { moduliAbove } from './moduli.ts';
import { Reconstruction } from './residues.ts';
import { reduceMod } from './word-field.ts';

/** Terms that one call of the kernel sums, to keep its working set small. */
const TERMS = 256;

/** A matrix that is filled element by element, as residues: its m rows are the terms of inner products. */
class WideColumns {
  readonly planes: readonly (readonly Uint32Array[])[];
  readonly #modulus: number;
  readonly #moduli: readonly number[];

  /** @param modulus of the field */
  constructor(modulus: number, moduli: readonly number[], rows: number, columns: number) {
    this.#modulus = modulus;
    this.#moduli = moduli;
    this.planes = moduli.map(() => Array.from({ length: rows }, () => new Uint32Array(columns)));
  }

  /** @param value an element of the field */
  set(row: number, column: number, value: number): void {
    const moduli = this.#moduli;
    const integer = nearestToZero(value, this.#modulus);
    for (let plane = 0; plane < moduli.length; plane++) {
      const p = moduli[plane];
      this.planes[plane][row][column] = reduceMod(integer, p, 1 / p);
    }
  }
}

/** The representative nearest to zero. */
function nearestToZero(element: number, modulus: number): number {
  return element > modulus / 2 ? element - modulus : element;
}

/** A fixed left factor of many products. */
export class WideProduct {
  readonly #field: Field<number>;
  readonly #terms: number;
  readonly #moduli: readonly number[];
  /** A multiple of the field's modulus that lifts every inner product above zero. */
  readonly #lift: bigint;
  readonly #reconstruction: Reconstruction;
  /** `[plane][row][term]`. */
  readonly #weights: readonly (readonly (readonly number[])[])[];

  /** @param rows all of the same length */
  constructor(field: Field<number>, rows: readonly (readonly number[])[]) {
    this.#field = field;
    this.#terms = rows[0]?.length ?? 0;
    // The absolute value of an inner product is at most terms (p/2)^2.
    this.#lift = field.modulus * (1n + (BigInt(this.#terms) * field.modulus) / 4n);
    this.#moduli = moduliAbove(2n * this.#lift);
    this.#reconstruction = new Reconstruction(this.#moduli);
    const modulus = Number(field.modulus);
    this.#weights = this.#moduli.map((p) => {
      return rows.map((row) => row.map((value) => reduceMod(nearestToZero(value, modulus), p, 1 / p)));
    });
  }

  /** A right factor with this many columns, initially zero. */
  columns(count: number): WideColumns {
    return new WideColumns(Number(this.#field.modulus), this.#moduli, this.#terms, count);
  }

  /**
   * The first rows of the product.
   * @param take receives its elements, row by row
   */
  times(
    columns: WideColumns,
    rows: number,
    take: (row: number, column: number, value: number) => void,
  ): void {
    const products = this.#moduli.map((p, plane) => {
      const lift = Number(this.#lift % BigInt(p));
      return combineInParts(p, this.#weights[plane].slice(0, rows), columns.planes[plane], lift);
    });
    const valueOf = this.#reconstruction.within(this.#field);
    for (let row = 0; row < rows; row++) {
      const residues = products.map((plane) => plane[row]);
      const { length } = residues[0];
      for (let column = 0; column < length; column++) take(row, column, valueOf(residues, column));
    }
  }
}

/** `outputs[r] = start + sum over i of weights[r][i] * inputs[i]`, a block of terms at a time. */
function combineInParts(
  p: number,
  weights: readonly (readonly number[])[],
  inputs: readonly Uint32Array[],
  start: number,
): Uint32Array[] {
  const length = inputs[0]?.length ?? 0;
  const totals = weights.map(() => new Uint32Array(length).fill(start));
  const part = weights.map(() => new Uint32Array(length));
  for (let first = 0; first < inputs.length; first += TERMS) {
    const last = first + TERMS;
    fieldKernel.combine(
      p,
      weights.map((row) => row.slice(first, last)),
      inputs.slice(first, last),
      part,
    );
    totals.forEach((total, r) => {
      for (let j = 0; j < length; j++) {
        const sum = total[j] + part[r][j];
        total[j] = sum < p ? sum : sum - p;
      }
    });
  }
  return totals;
}
