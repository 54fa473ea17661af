/**
 * How cells become sums that can be added up under masks, and back. A code is what its name says with the numbers that all
 * parties agree on; three kinds, each in a file of its own.
 */

import type { Cell, Grid } from './grid.ts';
import { exactCode, exactModulus } from './exact-code.ts';
import { hashedCode, HASHED_MODULUS, packing } from './hashed-code.ts';
import { integerCode, integerModulus } from './integer-code.ts';

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

export function sumsOf(shape: CodeShape): Sums {
  const { code, capacity, dimension } = shape;
  switch (code) {
    case 'exact':
      return { modulus: exactModulus(shape), length: 2 * capacity };
    case 'integers':
      return { modulus: integerModulus(shape), length: 2 * capacity };
    case 'hashed':
      return {
        modulus: HASHED_MODULUS,
        length: (2 + Math.ceil(dimension / packing(shape.levels))) * capacity,
      };
  }
}

/** @param modulus of {@link sumsOf}, which takes long to find */
export function codeOf(shape: CodeShape, modulus: bigint): Code {
  switch (shape.code) {
    case 'exact':
      return exactCode(shape, modulus);
    case 'integers':
      return integerCode(shape);
    case 'hashed':
      return hashedCode(shape);
  }
}
