/**
 * SCMA with hashed locators, which goes beyond the paper: a cell is located by a hash of 50 bits, however many
 * dimensions there are, and its place is sent along as weighted sums over the same locators. A client sends KL (2 +
 * ceil(d / w)) elements of 50 bits, where w = floor(50 / log2 B) levels fit into one, while Algorithm 2 sends 2KL
 * elements of d log2 B bits: for many dimensions half the bits, over a field of two words instead of hundreds.
 *
 * Two cells with the same hash (probability KL^2 / 2^51) are detected, as the decoded place has another hash.
 */

import { locate, manyPowerSums, solveManyPowerSums, WideField } from '../../../src/core/kit/field.ts';
import { sha256, toHex } from '../../../src/core/kit/crypto.ts';
import { type Code, type CodeShape, countOf } from './shape.ts';
import { type Cell, digitsOf, numberOf } from './grid.ts';

/** The largest prime below 2^50 that is 1 modulo 2^20: finding roots in such a field takes few exponentiations. */
export const HASHED_MODULUS = (1n << 50n) - 39n * (1n << 20n) + 1n;

const field = new WideField(HASHED_MODULUS);

/** w: the number of dimensions whose levels fit into one element. */
export function packing(levels: number): number {
  let width = 1;
  while (BigInt(levels) ** BigInt(width + 1) <= HASHED_MODULUS) width++;
  return width;
}

/** The code with hashed locators of 50 bits. */
export function hashedCode(shape: CodeShape): Code {
  const { capacity, levels, dimension } = shape;
  const width = packing(levels);
  const parts = Math.ceil(dimension / width);
  const partOf = (place: readonly number[], r: number): number =>
    Number(numberOf(place.slice(r * width, (r + 1) * width), levels));
  return {
    encode(cells, salt) {
      const locators = cells.map(({ place }) => locator(place, salt));
      const counts = cells.map(({ count }) => inField(count));
      const weighted = Array.from({ length: parts }, (_, r) =>
        cells.map(({ place, count }) => field.mul(inField(count), partOf(place, r))),
      );
      const lengths = [2 * capacity, ...weighted.map(() => capacity)];
      return manyPowerSums(field, locators, [counts, ...weighted], lengths)
        .flat()
        .map(BigInt);
    },
    decode(sums, salt) {
      const elements = sums.map(Number);
      const first = elements.slice(0, 2 * capacity);
      const locators = locate(field, first);
      if (locators === undefined) return undefined;
      const weighted = Array.from({ length: parts }, (_, r) => {
        const start = (2 + r) * capacity;
        return elements.slice(start, start + locators.length);
      });
      const [counts, ...places] = solveManyPowerSums(field, locators, [
        first.slice(0, locators.length),
        ...weighted,
      ]);
      const cells: Cell[] = [];
      for (const [j, element] of counts.entries()) {
        const count = countOf(BigInt(element), HASHED_MODULUS, shape);
        if (count === 0 || count === undefined) return undefined;
        const inverse = field.inv(element);
        const place = places.flatMap((part, r) => {
          const digits = Math.min(width, dimension - r * width);
          return digitsOf(BigInt(field.mul(part[j], inverse)), levels, digits);
        });
        if (locator(place, salt) !== locators[j]) return undefined;
        cells.push({ place, count });
      }
      return cells;
    },
  };
}

/** A count as an element: the upper half of the field represents negative ones. */
function inField(count: number): number {
  return count < 0 ? Number(HASHED_MODULUS) + count : count;
}

/** Uniform over the non-zero elements, to within 2^-77. */
function locator(place: readonly number[], salt: number): number {
  const digest = toHex(sha256(JSON.stringify(['scma', salt, place])));
  return 1 + Number(BigInt(`0x${digest.slice(0, 32)}`) % (HASHED_MODULUS - 1n));
}
