/**
 * Random linear combinations of the entries of long vectors, the same for every vector. Where many vectors hold one
 * symbol each of many words of a linear code, their combinations are a single word of it, in which every
 * vector that is wrong anywhere is wrong: one word is decoded in place of thousands. A wrong vector slips through a
 * combination with probability 1/p, some 2^-28.
 */

import { fieldKernel } from './field-kernel.ts';
import { uniformResidues } from './noise.ts';

/**
 * So many combinations of every vector, `[vector][plane][combination]`.
 * @param key 32 bytes that whoever made the vectors could not know
 * @param vectors `[vector][plane]`, all of one length
 */
export function randomCombinations(
  key: Uint8Array,
  moduli: readonly number[],
  vectors: readonly (readonly Uint32Array[])[],
  count: number,
): number[][][] {
  const length = vectors[0]?.[0]?.length ?? 0;
  const factors = uniformResidues(key, moduli, count, length);
  const products = moduli.map((p, plane) => {
    const combined = new Uint32Array(vectors.length * count);
    const inputs = vectors.map((planes) => planes[plane]);
    fieldKernel.innerProducts(p, inputs, factors[plane], combined);
    return combined;
  });
  return vectors.map((_, at) =>
    products.map((combined) => [...combined.subarray(at * count, (at + 1) * count)]),
  );
}
