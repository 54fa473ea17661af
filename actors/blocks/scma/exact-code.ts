/** SCMA as published (Pan et al. 2023, Algorithm 2): cells are located by their numbers. */

import { fieldOf, powerSums, primeAbove, sparseVector } from '../../../src/core/kit/field.ts';
import { type Code, type CodeShape, countOf, lengthOf } from './shape.ts';
import { type Cell, cellNumber, cellPlace } from './grid.ts';

/**
 * The field must distinguish all cells from each other and from 0, so p > B^d with numbers from 1; and no count may
 * vanish, so p > n. (The paper's p >= max(n, B^d) misses both by one.) Over such a field 2KL sums determine at most
 * KL non-zero entries: the difference of two vectors with the same sums would have at most 2KL non-zero entries and
 * be in the kernel of a Vandermonde matrix.
 */
export function exactModulus({ dimension, levels, points, signed = false }: CodeShape): bigint {
  const cells = BigInt(levels) ** BigInt(dimension);
  const counts = BigInt(points) * (signed ? 2n : 1n);
  const bound = cells > counts ? cells : counts;
  // Odd, as roots are found by telling squares from non-squares.
  return primeAbove(bound < 2n ? 2n : bound);
}

/**
 * The code whose sums are power sums of cell numbers over a prime field (Pan et al. 2023, Algorithm 2).
 * @param modulus prime; above B^d, and above the number of points
 */
export function exactCode(shape: CodeShape, modulus: bigint): Code {
  const { capacity, levels, dimension } = shape;
  const field = fieldOf(modulus);
  const largest = BigInt(levels) ** BigInt(dimension);
  return {
    encode(cells) {
      const entries = cells.map(({ place, count }) => ({
        index: field.from(cellNumber(place, levels)),
        value: field.from(count < 0 ? modulus + BigInt(count) : count),
      }));
      return powerSums(field, entries, lengthOf(shape));
    },
    decode(sums) {
      const entries = sparseVector(
        field,
        sums.map((sum) => field.from(sum)),
      );
      // The additional check sums would allow more cells to be found than there may be.
      if (entries === undefined || entries.length > capacity) return undefined;
      const cells = entries.map(({ index, value }): Cell | undefined => {
        const number = BigInt(index);
        const count = countOf(BigInt(value), modulus, shape);
        if (number < 1n || number > largest || count === undefined) return undefined;
        return { place: cellPlace(number, shape), count };
      });
      return cells.includes(undefined) ? undefined : (cells as Cell[]);
    },
  };
}
