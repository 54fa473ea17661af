/** SCMA without a field (Pan et al. 2023, Appendix K): the modulus exceeds all sums, so they are plain integers. */

import { integerVector } from '../../../src/core/kit/field.ts';
import { type Code, type CodeShape, lengthOf } from './shape.ts';
import { cellNumber, cellPlace } from './grid.ts';

/** Above the largest sum, n (B^d)^(2KL-1); the paper's bound is too small where n > KL B^d. Need not be prime. */
export function integerModulus(shape: CodeShape): bigint {
  const cells = BigInt(shape.levels) ** BigInt(shape.dimension);
  return BigInt(shape.points) * cells ** BigInt(lengthOf(shape) - 1) + 1n;
}

/** The code whose sums are power sums of cell numbers over the integers (Pan et al. 2023, Appendix K). */
export function integerCode(shape: CodeShape): Code {
  const { capacity, levels, dimension, points } = shape;
  return {
    encode(cells) {
      const numbers = cells.map(({ place }) => cellNumber(place, levels));
      const terms = cells.map(({ count }) => BigInt(count));
      return Array.from({ length: lengthOf(shape) }, () => {
        const sum = terms.reduce((total, term) => total + term, 0n);
        numbers.forEach((number, j) => (terms[j] *= number));
        return sum;
      });
    },
    decode(sums) {
      const entries = integerVector(sums, BigInt(levels) ** BigInt(dimension));
      if (entries === undefined || entries.length > capacity) return undefined;
      if (entries.some(({ value }) => value > BigInt(points))) return undefined;
      return entries.map(({ index, value }) => ({ place: cellPlace(index, shape), count: Number(value) }));
    },
  };
}
