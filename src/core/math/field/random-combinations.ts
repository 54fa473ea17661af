/**
 * Random linear combinations of the entries of long vectors, the same for every vector. If each of many
 * vectors holds one symbol of each of many words of a linear code, their combinations form a single word, in
 * which every vector that is wrong anywhere is wrong: one word is decoded instead of thousands. A wrong
 * vector goes undetected in a combination with probability 1/p, about 2^-28.
 */

import { platform } from '#platform';
import { Remembered } from '../../base/remembered.ts';
import { fieldKernel } from './field-kernel.ts';
import { uniformResidues } from './noise.ts';

/** Factors for each plane, `[plane][combination]`. */
type Factors = readonly (readonly Uint32Array[])[];

/**
 * How many factors are cached, enough for all keys of a small run: if a key is public, every party draws the
 * same factors.
 */
const MOST_WORDS = 2 ** 20;
const factorsOfKeys = new Remembered<Factors>(MOST_WORDS, (factors) =>
  factors.reduce((sum, plane) => sum + plane.length * (plane[0]?.length ?? 0), 0),
);

function factorsOf(key: Uint8Array, moduli: readonly number[], count: number, length: number): Factors {
  const name = `${moduli.join()};${count};${length};${platform.bytes.toLatin1(key)}`;
  return factorsOfKeys.of(name, () => uniformResidues(key, moduli, count, length));
}

/**
 * This many combinations of every vector, `[vector][plane][combination]`.
 * @param key 32 bytes unknown to those who made the vectors
 * @param vectors `[vector][plane]`, all of one length
 */
export function randomCombinations(
  key: Uint8Array,
  moduli: readonly number[],
  vectors: readonly (readonly Uint32Array[])[],
  count: number,
): number[][][] {
  const length = vectors[0]?.[0]?.length ?? 0;
  const factors = factorsOf(key, moduli, count, length);
  const products = moduli.map((p, plane) => {
    const combined = new Uint32Array(vectors.length * count);
    const inputs = vectors.map((planes) => planes[plane]);
    fieldKernel.innerProducts(p, inputs, factors[plane], combined);
    return combined;
  });
  return vectors.map((_, at) =>
    products.map((combined) => {
      const own: number[] = [];
      for (let i = at * count; i < (at + 1) * count; i++) own.push(combined[i]);
      return own;
    }),
  );
}
