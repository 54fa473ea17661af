/**
 * Random linear combinations of the entries of long vectors, the same for every vector. Where many vectors hold one
 * symbol each of many words of a linear code, their combinations are a single word of it, in which every
 * vector that is wrong anywhere is wrong: one word is decoded in place of thousands.
 */

import { fieldKernel } from './field-kernel.ts';
import { uniformResidues } from './noise.ts';

/** Combinations that are taken: a wrong vector slips through each with probability 1/p, so through both with 2^-56. */
export const CHECKS = 2;

/**
 * The combinations of every vector, `[vector][plane][check]`.
 * @param key 32 bytes that whoever made the vectors could not know
 * @param vectors `[vector][plane]`, all of one length
 */
export function randomCombinations(
  key: Uint8Array,
  moduli: readonly number[],
  vectors: readonly (readonly Uint32Array[])[],
): number[][][] {
  const length = vectors[0]?.[0]?.length ?? 0;
  const factors = uniformResidues(key, moduli, CHECKS, length);
  const products = moduli.map((p, plane) => {
    const combined = new Uint32Array(vectors.length * CHECKS);
    const inputs = vectors.map((planes) => planes[plane]);
    fieldKernel.innerProducts(p, inputs, factors[plane], combined);
    return combined;
  });
  return vectors.map((_, at) =>
    products.map((combined) => [...combined.subarray(at * CHECKS, (at + 1) * CHECKS)]),
  );
}

/** Operations of {@link randomCombinations}: a multiplication for each residue and combination. */
export function combinationOperations(vectors: number, length: number, moduli: number): number {
  return CHECKS * moduli * vectors * length;
}
