/**
 * The residue number system: an integer is represented by its residues modulo r primes, and arithmetic is
 * componentwise. A matrix of residues is one plane per modulus, in shared memory so that workers read it in
 * place.
 */

import type { Matrix } from '../../base/matrix.ts';
import { MOST_PAGES, PAGE_BYTES, wasmMemory } from './wasm-memory.ts';
import type { Field } from './field.ts';
import { productOf } from './moduli.ts';
import { reduceMod, WordField } from './word-field.ts';

export interface ResidueMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly moduli: readonly number[];
  /** One plane of residues, row after row, per modulus. */
  readonly planes: readonly Uint32Array[];
  /** Words from one row to the next, padded with zeros; absent: the number of columns. */
  readonly stride?: number;
  /** The memory of the planes, if kernels can read them in place: see {@link residentZeros}. */
  readonly memory?: WebAssembly.Memory;
}

/** A vector of 32-bit words in shared memory. */
export function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

/** A matrix of zeros. */
export function residueZeros(rows: number, columns: number, moduli: readonly number[]): ResidueMatrix {
  return { rows, columns, moduli, planes: moduli.map(() => sharedWords(rows * columns)) };
}

/** Kernels' scratch space, behind the matrix, in pages: what most need, and the most that any may need. */
const WORK_PAGES = 2 ** 4;
const MOST_WORK_PAGES = 2 ** 12;

/** Smaller matrices are copied on every read, see {@link workingZeros}. */
const LEAST_RESIDENT_BYTES = 4 * PAGE_BYTES;

/** Kernels process this many columns at a time, and any remaining ones singly, which takes as long. */
const LANES = 4;

/**
 * A matrix of zeros that will be computed with repeatedly, with rows padded for kernels. It is written once,
 * see {@link setRows}, and then only read. If it is small, it lies in plain shared memory: copying it on every read takes tens of
 * microseconds, while a WebAssembly memory takes longer to allocate, has scratch space of its own, and never lies where other memory
 * was freed. A thousand clients may have one each.
 */
export function workingZeros(rows: number, columns: number, moduli: readonly number[]): ResidueMatrix {
  const stride = Math.ceil(columns / LANES) * LANES;
  const bytes = moduli.length * rows * stride * Uint32Array.BYTES_PER_ELEMENT;
  const padded = (bytes < LEAST_RESIDENT_BYTES ? residueZeros : residentZeros)(rows, stride, moduli);
  return { ...padded, columns, stride };
}

/** Words from one row of a matrix to the next. */
export function strideOf({ columns, stride = columns }: ResidueMatrix): number {
  return stride;
}

/**
 * Writes rows to one plane of a matrix.
 * @param from the index of the first row to write
 * @param step words from one of the rows to the next
 */
export function setRows(
  matrix: ResidueMatrix,
  plane: number,
  from: number,
  rows: Uint32Array,
  step = matrix.columns,
): void {
  const { columns, planes } = matrix;
  const stride = strideOf(matrix);
  const target = planes[plane];
  if (step === stride) return target.set(rows, from * stride);
  for (let at = 0, to = from * stride; at < rows.length; at += step, to += stride)
    for (let column = 0; column < columns; column++) target[to + column] = rows[at + column];
}

/**
 * A matrix of zeros in a WebAssembly memory of its own, which kernels in every thread read in place. If it is
 * too large, or no such memory is available, it lies in plain shared memory and is read one tile at a time.
 */
export function residentZeros(rows: number, columns: number, moduli: readonly number[]): ResidueMatrix {
  const words = rows * columns;
  const pages = Math.ceil((moduli.length * words * Uint32Array.BYTES_PER_ELEMENT) / PAGE_BYTES);
  if (pages > MOST_PAGES - MOST_WORK_PAGES) return residueZeros(rows, columns, moduli);
  const memory = wasmMemory(pages + WORK_PAGES);
  if (memory === undefined) return residueZeros(rows, columns, moduli);
  // One buffer for all planes: when transferred together to another thread, they stay in one.
  const { buffer } = memory;
  const planes = moduli.map((_, plane) => {
    return new Uint32Array(buffer, plane * words * Uint32Array.BYTES_PER_ELEMENT, words);
  });
  return { rows, columns, moduli, planes, memory };
}

/** A matrix to compute with repeatedly: a copy, unless it was allocated for that. */
export function asWorking(matrix: ResidueMatrix): ResidueMatrix {
  if (matrix.memory !== undefined) return matrix;
  const working = workingZeros(matrix.rows, matrix.columns, matrix.moduli);
  matrix.planes.forEach((plane, at) => setRows(working, at, 0, plane, strideOf(matrix)));
  return working;
}

/** The residues of a matrix of integers (|x| <= 2^53), negative ones wrapped (SecFC, Appendix A). */
export function toResidues(integers: Matrix, moduli: readonly number[]): ResidueMatrix {
  const residues = residueZeros(integers.rows, integers.columns, moduli);
  moduli.forEach((p, plane) => {
    const target = residues.planes[plane];
    const inverse = 1 / p;
    for (let i = 0; i < target.length; i++) target[i] = reduceMod(integers.values[i], p, inverse);
  });
  return residues;
}

/**
 * From residues back to integers in [0, M), M the product of the moduli (Garner's mixed radix): value = a_1 +
 * p_1 (a_2 + p_2 (a_3 + ...)), digits a_i in [0, p_i).
 */
export class Reconstruction {
  readonly #moduli: readonly number[];
  readonly #fields: readonly Field<number>[];
  /** `#inverses[i][j]` = 1 / p_j mod p_i, for j < i. */
  readonly #inverses: readonly (readonly number[])[];
  readonly #digits: number[];

  /** @param fields those of the moduli, if these have more than 28 bits */
  constructor(
    moduli: readonly number[],
    fields: readonly Field<number>[] = moduli.map((p) => new WordField(p)),
  ) {
    this.#moduli = moduli;
    this.#fields = fields;
    this.#inverses = this.#fields.map((field, i) => moduli.slice(0, i).map((p) => field.inv(field.from(p))));
    this.#digits = moduli.map(() => 0);
  }

  /** The value as a double, with relative error below r 2^-52; exactly 0 if the value is 0, and only then. */
  approximate(planes: readonly ArrayLike<number>[], index: number): number {
    const digits = this.#mixedRadix(planes, index);
    let value = digits[digits.length - 1];
    for (let i = digits.length - 2; i >= 0; i--) value = value * this.#moduli[i] + digits[i];
    return value;
  }

  /** The exact value. */
  exact(planes: readonly ArrayLike<number>[], index: number): bigint {
    return this.#mixedRadix(planes, index).reduceRight(
      (value, digit, i) => value * BigInt(this.#moduli[i]) + BigInt(digit),
      0n,
    );
  }

  /** The value as an element of a field on plain numbers. */
  within(field: Field<number>): (planes: readonly ArrayLike<number>[], index: number) => number {
    const p = Number(field.modulus);
    const radices = this.#moduli.map((modulus) => modulus % p);
    return (planes, index) => {
      const digits = this.#mixedRadix(planes, index);
      let value = digits[digits.length - 1] % p;
      for (let i = digits.length - 2; i >= 0; i--)
        value = field.add(field.mul(value, radices[i]), digits[i] % p);
      return value;
    };
  }

  /** The exact value nearest to zero: in [-M/2, M/2). */
  exactSigned(planes: readonly ArrayLike<number>[], index: number): bigint {
    const value = this.exact(planes, index);
    const product = productOf(this.#moduli);
    return 2n * value < product ? value : value - product;
  }

  #mixedRadix(planes: readonly ArrayLike<number>[], index: number): readonly number[] {
    const digits = this.#digits;
    for (let i = 0; i < digits.length; i++) {
      const p = this.#moduli[i];
      const field = this.#fields[i];
      let digit = planes[i][index];
      for (let j = 0; j < i; j++) digit = field.mul(field.sub(digit, digits[j] % p), this.#inverses[i][j]);
      digits[i] = digit;
    }
    return digits;
  }
}
