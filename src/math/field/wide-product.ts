/**
 * Products of matrices over a field of up to 50 bits, in the kernel for words of 28 bits: every number goes in as the residues
 * of the integer nearest to zero that stands for it, as many as hold the largest inner product, and every inner product comes
 * out of its own.
 */

import { fieldKernel } from './field-kernel.ts';
import type { Field } from './field.ts';
import { moduliAbove } from './moduli.ts';
import { Reconstruction } from './residues.ts';
import { reduceMod } from './word-field.ts';

/** Terms that one call of the kernel adds up, so that what it works on stays small. */
const TERMS = 256;

/** A matrix that is filled number by number, as its residues: m rows, or one for each column of the matrix before it. */
export class WideColumns {
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

/** Of the integers that an element stands for. */
function nearestToZero(element: number, modulus: number): number {
  return element > modulus / 2 ? element - modulus : element;
}

/** A matrix that others are multiplied with. */
export class WideProduct {
  readonly #field: Field<number>;
  readonly #terms: number;
  readonly #moduli: readonly number[];
  /** A multiple of the field's modulus that lifts every inner product above zero. */
  readonly #lift: bigint;
  readonly #reconstruction: Reconstruction;
  /** `[plane][row][term]`. */
  readonly #weights: readonly (readonly (readonly number[])[])[];

  /** @param rows all of one length */
  constructor(field: Field<number>, rows: readonly (readonly number[])[]) {
    this.#field = field;
    this.#terms = rows[0]?.length ?? 0;
    // Inner products are at most terms (p/2)^2 from zero.
    this.#lift = field.modulus * (1n + (BigInt(this.#terms) * field.modulus) / 4n);
    this.#moduli = moduliAbove(2n * this.#lift);
    this.#reconstruction = new Reconstruction(this.#moduli);
    const modulus = Number(field.modulus);
    this.#weights = this.#moduli.map((p) => {
      return rows.map((row) => row.map((value) => reduceMod(nearestToZero(value, modulus), p, 1 / p)));
    });
  }

  /** A matrix of so many columns to multiply with, still of zeros. */
  columns(count: number): WideColumns {
    return new WideColumns(Number(this.#field.modulus), this.#moduli, this.#terms, count);
  }

  /**
   * The first rows of the product.
   * @param take is given every element of it, row after row
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

/** `outputs[r] = start + sum over i of weights[r][i] * inputs[i]`, some of the i at a time. */
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
