/** The sum, from reports and what decryptors opened (Ma et al. 2023, Figure 4, the server's reconstruction). */

import { lagrangeBasis, ModularVectors, type Packed } from '../../../src/core/kit/field.ts';
import { areSameBytes } from '../../../src/core/kit/crypto.ts';
import { defineTask } from '../../../src/core/kit/index.ts';
import { OPERATIONS, tagOf } from '../secagg/primitives.ts';
import { type HeldShare, reconstruct, reconstructOperations } from '../secagg/shares.ts';
import { checkOf, combination, GROUP_OPERATIONS, type Point, pointOf, SCALARS, seedOf } from './group.ts';
import { reportStatement } from './report.ts';
import { decryptorPoint } from './set-up/dealing.ts';

export interface ReconstructInput {
  readonly modulus: bigint;
  readonly length: number;
  readonly number: number;
  /** So many shares open a mask. */
  readonly threshold: number;
  readonly reports: readonly {
    readonly party: number;
    readonly values: Packed;
    readonly tag: Uint8Array;
    /** Of its individual mask, at least as many. */
    readonly shares: readonly HeldShare[];
  }[];
  /** Pairs of which only the first reported. */
  readonly pairs: readonly {
    readonly party: number;
    readonly other: number;
    readonly c1: Uint8Array;
    readonly check: Uint8Array;
    /** Of the decryptors, in their order. */
    readonly parts: readonly Uint8Array[];
  }[];
  /** Whose parts these are: as many as decrypt together. */
  readonly decryptors: readonly number[];
}

/** The sum of the vectors, or the parties whose masks do not fit what they sent. */
export const reconstructSum = defineTask('flamingo/reconstruct', {
  operations: ({ modulus, length, threshold, reports, pairs }: ReconstructInput) =>
    reconstructSumOperations({ modulus, length, threshold }, reports.length, pairs.length),
  run({ modulus, length, number, threshold, reports, pairs, decryptors }): Uint32Array | readonly number[] {
    const vectors = new ModularVectors(modulus);
    const sum = vectors.zeros(length);
    const wrong: number[] = [];
    for (const { party, values, tag, shares } of reports) {
      const seed = reconstruct(shares.slice(0, threshold));
      const masked = vectors.unpack(values);
      const right =
        seed !== undefined && areSameBytes(tagOf(seed, reportStatement(number, party, values)), tag);
      if (!right || masked === undefined) {
        wrong.push(party);
        continue;
      }
      vectors.add(sum, masked);
      vectors.subtractUniform(sum, seed);
    }
    const weights = decryptionWeights(decryptors);
    for (const { party, other, c1, check, parts } of pairs) {
      const element = decrypt(c1, parts, weights);
      if (element === undefined || !areSameBytes(checkOf(element), check)) {
        wrong.push(party);
        continue;
      }
      if (party > other) vectors.subtractUniform(sum, seedOf(element));
      else vectors.addUniform(sum, seedOf(element));
    }
    return wrong.length === 0 ? sum : [...new Set(wrong)].toSorted((a, b) => a - b);
  },
});

/** The weights with which the parts of these decryptors add up to the multiple by the key. */
export function decryptionWeights(decryptors: readonly number[]): readonly bigint[] {
  return lagrangeBasis(SCALARS, decryptors.map(decryptorPoint), [0n])[0];
}

/** The element in a ciphertext, encoded: its second half without the key's multiple of the first. */
export function decrypt(
  c1: Uint8Array,
  parts: readonly Uint8Array[],
  weights: readonly bigint[],
): Uint8Array | undefined {
  const points = parts.map(pointOf);
  const second = pointOf(c1);
  if (second === undefined || points.includes(undefined)) return undefined;
  return second.add(combination(points as Point[], weights).negate()).toBytes();
}

/** A seed and a mask for each report, a decryption and a mask for each pair. */
export function reconstructSumOperations(
  { modulus, length, threshold }: Pick<ReconstructInput, 'modulus' | 'length' | 'threshold'>,
  reports: number,
  pairs: number,
): number {
  const { words } = new ModularVectors(modulus);
  const { multiple, addition, encoding } = GROUP_OPERATIONS;
  const mask = length * words * (OPERATIONS.keystreamWord + 1);
  const tag = length * words * OPERATIONS.hashedWord;
  const decryption = threshold * (multiple + addition + encoding) + 2 * encoding;
  return reports * (reconstructOperations(threshold) + mask + tag) + pairs * (decryption + mask);
}
