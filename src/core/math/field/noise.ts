/** Uniform residues from a cryptographic key, on which t-privacy rests. */

import { powerOfTwo } from '../elementary/index.ts';
import { provenance } from '../../base/provenance.ts';
import { keystream } from '../../base/random.ts';
import { sharedWords } from './residues.ts';

/** Words of the stream drawn at once, so that they stay in the processor's cache. */
const PIECE_WORDS = 2 ** 12;

/**
 * Vectors of independent uniform residues, `vectors[plane][vector]`, drawn plane by plane. A word that, cut
 * to the bits of p, is not a residue is redrawn, so there is no bias.
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
    const mask = powerOfTwo(32 - Math.clz32(p)) - 1;
    const plane = sharedWords(vectors * length);
    for (let filled = 0; filled < plane.length;) {
      const words = draw(Math.min(PIECE_WORDS, plane.length - filled));
      for (let i = 0; i < words.length; i++) {
        const value = words[i] & mask;
        if (value < p) plane[filled++] = value;
      }
    }
    const drawn = Array.from({ length: vectors }, (_, at) => plane.subarray(at * length, (at + 1) * length));
    provenance?.uniform(key, p, drawn);
    return drawn;
  });
}
