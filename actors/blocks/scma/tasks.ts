/** What the parties of a sparse sum compute. */

import { square } from '../../../src/core/kit/math.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import { defineTask } from '../../../src/core/kit/index.ts';
import { codeOf } from './code.ts';
import { type CodeShape } from './shape.ts';
import type { Cell } from './grid.ts';

interface CodingInput {
  readonly shape: CodeShape;
  readonly modulus: bigint;
  readonly length: number;
  /** The number of the aggregation. */
  readonly salt: number;
}

export interface EncodeInput extends CodingInput {
  /** Two with the same place add up. */
  readonly cells: readonly Cell[];
  /** The most that a client may have: operations are counted for these, so that their number is not revealed by timing. */
  readonly entries: number;
}

/** Encodes a client's cells as a vector to be added up. */
export const encodeCells = defineTask('scma/encode', {
  operations: ({ entries, modulus, length }: EncodeInput) => encodeOperations(entries, modulus, length),
  run: ({ shape, modulus, salt, cells }): Uint32Array =>
    new ModularVectors(modulus).from(codeOf(shape, modulus).encode(cells, salt)),
});

/** A product of two elements for each entry and sum. */
export function encodeOperations(entries: number, modulus: bigint, length: number): number {
  return entries * length * productOperations(modulus);
}

export interface DecodeInput extends CodingInput {
  readonly sum: Uint32Array;
}

/** The cells that hold points; undefined if the sum does not decode to at most `capacity` cells. */
export const decodeCells = defineTask('scma/decode', {
  operations: ({ shape, modulus, length }: DecodeInput) => decodeOperations(shape, modulus, length),
  run: ({ shape, modulus, salt, sum }): Cell[] | undefined =>
    codeOf(shape, modulus).decode(new ModularVectors(modulus).toBigints(sum), salt),
});

/**
 * Counted for KL cells, term by term: 4 (KL)^2 products for the locator, twice log2 p squarings modulo it for its
 * roots, and (KL)^2 for each system of sums.
 */
export function decodeOperations({ capacity }: CodeShape, modulus: bigint, length: number): number {
  const bits = modulus.toString(2).length;
  const systems = Math.ceil(length / capacity) - 1;
  return square(capacity) * (4 + 2 * bits * 3 + systems) * productOperations(modulus);
}

/** A product of elements, word by word. */
function productOperations(modulus: bigint): number {
  return square(new ModularVectors(modulus).words);
}

/** Cells as a proof takes them: of each its count and its place. */
export function flatCells(cells: readonly Cell[], dimension: number): Float64Array {
  const flat = new Float64Array(cells.length * (1 + dimension));
  cells.forEach(({ count, place }, i) => flat.set([count, ...place], i * (1 + dimension)));
  return flat;
}
