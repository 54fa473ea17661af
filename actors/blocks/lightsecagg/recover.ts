/** One-shot recovery of the sum from the answers of any U survivors (So et al. 2022, section 4, equations 7 and 8). */

import { ModularVectors, type Packed, VectorCode } from '../../../src/core/kit/field.ts';
import { defineTask } from '../../../src/core/kit/index.ts';
import type { MaskShape } from './masks.ts';

/** A vector from a party. */
export interface Sent {
  readonly party: number;
  readonly values: Packed;
}

export interface RecoveryInput {
  readonly shape: MaskShape;
  /** The survivors' masked vectors. */
  readonly masked: readonly Sent[];
  /** Sums of coded shares, at least U, ascending by party. */
  readonly answers: readonly Sent[];
}

export interface Recovered {
  readonly sum: Uint32Array;
  /** Whose answers were wrong and left out, ascending. */
  readonly wrong: readonly number[];
}

/** The sum of the vectors; undefined if more answers are wrong than can be told from the others. */
export const recoverSum = defineTask('lightsecagg/recover', {
  operations: ({ shape, masked, answers }: RecoveryInput) =>
    recoverOperations(shape, masked.length, answers.length),
  run({ shape: { modulus, length, code }, masked, answers }): Recovered | undefined {
    const vectors = new ModularVectors(modulus);
    const held = new Map(answers.map(({ party, values }) => [party, unpacked(vectors, values)]));
    const coded = new VectorCode(code, modulus);
    const wrong = coded.wrong(held);
    if (wrong === undefined) return undefined;
    for (const party of wrong) held.delete(party);
    const sum = vectors.zeros(length);
    for (const { values } of masked) vectors.add(sum, unpacked(vectors, values));
    vectors.subtract(sum, joined(coded.decode(held), length * vectors.words));
    return { sum, wrong };
  },
});

/** The pieces of a mask one after the other, as far as it masks something. */
export function joined(pieces: readonly Uint32Array[], words: number): Uint32Array {
  const mask = new Uint32Array(words);
  let start = 0;
  for (const piece of pieces) {
    const rest = piece.subarray(0, words - start);
    mask.set(rest, start);
    start += rest.length;
  }
  return mask;
}

/** The server has refused what does not unpack. */
function unpacked(vectors: ModularVectors, values: Packed): Uint32Array {
  return vectors.unpack(values) ?? vectors.zeros(values.length);
}

/** Pieces from U answers, as many as are checked beyond U, and an addition for each masked vector. */
export function recoverOperations(
  { modulus, length, piece, code: { l, t } }: MaskShape,
  survivors: number,
  answers: number,
): number {
  const { words } = new ModularVectors(modulus);
  const combined = l + (answers - l - t);
  return combined * (l + t) * piece * words * words + (survivors + 1) * length * words;
}
