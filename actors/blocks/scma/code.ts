/**
 * How cells are encoded as sums that can be added up under masks, and decoded again. A code is a kind of encoding
 * with the numbers that all parties agree on; each of the three kinds has its own file.
 */

import { exactCode, exactModulus } from './exact-code.ts';
import { hashedCode, HASHED_MODULUS, packing } from './hashed-code.ts';
import { integerCode, integerModulus } from './integer-code.ts';
import { type Code, type CodeShape, lengthOf, type Sums } from './shape.ts';

/** The modulus and the length of the vectors that are summed under this code. */
export function sumsOf(shape: CodeShape): Sums {
  const { code, capacity, dimension } = shape;
  const length = lengthOf(shape);
  switch (code) {
    case 'exact':
      return { modulus: exactModulus(shape), length };
    case 'integers':
      return { modulus: integerModulus(shape), length };
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
