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
  /** Sums beyond those that the cells need: a vector of more cells than KL fits each only by chance, 1/p. */
  readonly checks?: number | undefined;
}

/** What is added up: `length` integers modulo `modulus`. */
export interface Sums {
  readonly modulus: bigint;
  readonly length: number;
}

export interface Code {
  /** @param salt tells one aggregation from the next, so that locators which met once do not meet again */
  encode(cells: readonly Cell[], salt: number): bigint[];
  /** The cells that hold points, in any order; undefined when the sums are of no `capacity` cells. */
  decode(sums: readonly bigint[], salt: number): Cell[] | undefined;
}

/** 2KL sums, and those that check. */
export function lengthOf({ capacity, checks = 0 }: CodeShape): number {
  return 2 * capacity + checks;
}

/** As many checks as leave more cells than KL a chance of 2^-40 to go unnoticed. */
export function checksFor({ code, dimension, levels, points }: CodeShape): number {
  // Hashed locators are such a check themselves.
  if (code === 'hashed') return 0;
  return Math.ceil(40 / Math.max(dimension * Math.log2(levels), Math.log2(points), 1));
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
