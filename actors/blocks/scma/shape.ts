/** What all parties agree on about a code of cells, and the interface of every code. */

import { log2 } from '../../../src/core/kit/math.ts';
import type { Cell, Grid } from './grid.ts';

/**
 * `exact`: Algorithm 2 of Pan et al. 2023, over a field with as many elements as there are cells. `integers`: its Appendix K,
 * without a field. `hashed`: locators of fixed size, and the cells' places along with them.
 */
export const CODES = ['exact', 'integers', 'hashed'] as const;
export type CodeName = (typeof CODES)[number];

/** Public and plain. */
export interface CodeShape extends Grid {
  readonly code: CodeName;
  /** KL: the largest number of different cells of all clients together. */
  readonly capacity: number;
  /** n: the counts of all cells add up to at most this. */
  readonly points: number;
  /** Whether counts may be negative, from -n: the upper half of the residues represents them. */
  readonly signed?: boolean | undefined;
}

/** What is added up: `length` integers modulo `modulus`. */
export interface Sums {
  readonly modulus: bigint;
  readonly length: number;
}

export interface Code {
  /** @param salt distinguishes aggregations, so that locators that collided once do not collide again */
  encode(cells: readonly Cell[], salt: number): readonly (bigint | number)[];
  /** The cells that hold points, in any order; undefined if the sums do not decode to at most `capacity` cells. */
  decode(sums: readonly bigint[], salt: number): Cell[] | undefined;
}

/** 2KL sums, and the check sums. */
export function lengthOf(shape: CodeShape): number {
  return 2 * shape.capacity + checksFor(shape);
}

/** Sums of more than KL cells, or garbage, pass for valid ones with a probability of at most 2^-40. */
const CERTAINTY = 40;

/**
 * c: check sums in addition to the 2KL that cells need, so that more than KL cells are detected even in the smallest
 * field. Of the p^(2KL+c) vectors of sums about C(N, KL) q^KL belong to KL of N cells, each with one of q counts:
 * that fraction of garbage passes. Sums of KL+1 to KL+c cells never equal those of KL others, as the two would differ
 * by a word of a code of distance 2KL+c+1; of more cells, drawn without knowing the others', the same fraction passes
 * as of garbage. In large fields, and for many cells, c is 0.
 */
export function checksFor({ dimension, levels, points, capacity, signed = false }: CodeShape): number {
  const cells = dimension * log2(levels);
  const counts = log2(signed ? 2 * points : points);
  const element = Math.max(cells, counts, 1);
  let chance = capacity * (cells + counts - 2 * element);
  for (let i = 2; i <= capacity; i++) chance -= log2(i);
  return Math.max(0, Math.ceil((CERTAINTY + chance) / element));
}

/** The count that a residue represents; undefined if it exceeds the number of all points. */
export function countOf(
  value: bigint,
  modulus: bigint,
  { points, signed = false }: CodeShape,
): number | undefined {
  if (value <= BigInt(points)) return Number(value);
  return signed && modulus - value <= BigInt(points) ? -Number(modulus - value) : undefined;
}
