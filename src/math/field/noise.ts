/** Uniform residues from a cryptographic key: what t-privacy rests on. */

import { keystream } from '../../base/random.ts';
import { sharedWords } from './residues.ts';

/**
 * Vectors of independent uniform residues, `vectors[plane][vector]`, drawn plane by plane. A word that, cut to the
 * bits of p, is no residue is drawn again, so there is no bias.
 * @param key 32 bytes, see {@link keystream}
 */
export function uniformResidues(
  key: Uint8Array,
  moduli: readonly number[],
  vectors: number,
  length: number,
): Uint32Array[][] {
  const draw = keystream(key);
  return moduli.map((p) => {
    const mask = 2 ** (32 - Math.clz32(p)) - 1;
    return Array.from({ length: vectors }, () => {
      const vector = sharedWords(length);
      for (let filled = 0; filled < length;) {
        for (const word of draw(length - filled)) {
          const value = word & mask;
          if (value < p) vector[filled++] = value;
        }
      }
      return vector;
    });
  });
}
