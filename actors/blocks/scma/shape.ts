/** What all parties agree on about a code of cells, and what every code is. */

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
  /** KL: different cells of all clients together. */
  readonly capacity: number;
  /** n: the counts of all cells together are at most this. */
  readonly points: number;
  /** Whether counts may be negative, from -n: of the modulus the upper half stands for them. */
  readonly signed?: boolean | undefined;
}

/** What is added up: `length` integers modulo `modulus`. */
export interface Sums {
  readonly modulus: bigint;
  readonly length: number;
}

export interface Code {
  /** @param salt tells one aggregation from the next, so that locators which met once do not meet again */
  encode(cells: readonly Cell[], salt: number): readonly (bigint | number)[];
  /** The cells that hold points, in any order; undefined when the sums are of no `capacity` cells. */
  decode(sums: readonly bigint[], salt: number): Cell[] | undefined;
}

/** 2KL sums, and those that check. */
export function lengthOf(shape: CodeShape): number {
  return 2 * shape.capacity + checksFor(shape);
}

/** Sums of more cells than KL, or of none, pass for others with a chance of 2^-40 at most. */
const CERTAINTY = 40;

/**
 * c: sums beyond the 2KL that cells need, so that more cells than KL are noticed in the smallest field too. Of the p^(2KL+c)
 * vectors of sums about C(N, KL) q^KL are of KL of N cells, each with one of q counts: that share of garbage passes. Sums of
 * KL+1 to KL+c cells are never those of KL others, as the two would differ by a word of a code of distance 2KL+c+1; of more
 * cells, drawn without knowing the others', the same share passes as of garbage. In large fields, and for many cells, c is 0.
 */
export function checksFor({ dimension, levels, points, capacity, signed = false }: CodeShape): number {
  const cells = dimension * Math.log2(levels);
  const counts = Math.log2(signed ? 2 * points : points);
  const element = Math.max(cells, counts, 1);
  let chance = capacity * (cells + counts - 2 * element);
  for (let i = 2; i <= capacity; i++) chance -= Math.log2(i);
  return Math.max(0, Math.ceil((CERTAINTY + chance) / element));
}

/** The count that a number below the modulus stands for; undefined where it is more than all points. */
export function countOf(
  value: bigint,
  modulus: bigint,
  { points, signed = false }: CodeShape,
): number | undefined {
  if (value <= BigInt(points)) return Number(value);
  return signed && modulus - value <= BigInt(points) ? -Number(modulus - value) : undefined;
}
