/**
 * A Lagrange code over a residue number system: the public constants that every party derives for itself.
 * Cached per (code, moduli) in each thread, since tasks request them repeatedly.
 */

import { assert } from '../../base/errors.ts';
import { Remembered } from '../../base/remembered.ts';
import {
  answersNeeded,
  type Code,
  decodingWeights,
  encodingWeights,
  evaluationPoints,
  lagrangeBasis,
} from './lagrange.ts';
import { ReedSolomon } from './reed-solomon.ts';
import { WordField } from './word-field.ts';

/** `weights[plane][output][input]`: what a kernel's `combine` takes, per modulus. */
export type Weights = readonly (readonly (readonly number[])[])[];

/** How many sets of parties are cached: each run of a swarm has a few, and mostly the same. */
const MOST_KNOWN = 256;

const shares = new Remembered<Weights>(MOST_KNOWN);
const answers = new Remembered<Weights>(MOST_KNOWN);
const codes = new Remembered<readonly ReedSolomon<number>[]>(MOST_KNOWN);

function keyOf({ n, l, t }: Code, moduli: readonly number[], parties: readonly number[] = []): string {
  return `${n},${l},${t};${moduli.join()};${parties.join()}`;
}

/** Shares of all parties from segments and noise: n outputs, l+t inputs. */
export function shareWeights(code: Code, moduli: readonly number[]): Weights {
  return shares.of(keyOf(code, moduli), () =>
    moduli.map((p) => {
      const field = new WordField(p);
      return encodingWeights(field, evaluationPoints(field, code));
    }),
  );
}

/** Decoded distances from the answers of at least 2(l+t)-1 parties (indices from 0): one output. */
export function answerWeights(code: Code, moduli: readonly number[], parties: readonly number[]): Weights {
  assert(parties.length >= answersNeeded(code), `${parties.length} answers do not decode`);
  // Sorted, since a set of parties has the same weights in whatever order they answer.
  const ordered = parties.toSorted((a, b) => a - b);
  const weights = answers.of(keyOf(code, moduli, ordered), () =>
    moduli.map((p) => {
      const field = new WordField(p);
      const { alphas, betas } = evaluationPoints(field, code);
      const answering = ordered.map((party) => alphas[party]);
      return [decodingWeights(field, answering, betas.slice(0, code.l))];
    }),
  );
  const places = parties.map((party) => ordered.indexOf(party));
  return weights.map(([output]) => [places.map((place) => output[place])]);
}

/** Each segment's own distances from the same answers: l outputs, which SecFC's server does not need. */
export function segmentAnswerWeights(
  code: Code,
  moduli: readonly number[],
  parties: readonly number[],
): Weights {
  assert(parties.length >= answersNeeded(code), `${parties.length} answers do not decode`);
  return segmentWeights(code, moduli, parties);
}

/** The l segments from the shares of at least l+t parties (indices from 0): l outputs. */
export function segmentWeights(code: Code, moduli: readonly number[], parties: readonly number[]): Weights {
  assert(parties.length >= code.l + code.t, `${parties.length} shares do not decode`);
  return moduli.map((p) => {
    const field = new WordField(p);
    const { alphas, betas } = evaluationPoints(field, code);
    const holding = parties.map((party) => alphas[party]);
    return lagrangeBasis(field, holding, betas.slice(0, code.l));
  });
}

/**
 * Which parties (indices from 0) sent a wrong symbol in any of several words; undefined if there are too many
 * to tell.
 * @param dimension of the words: 2(l+t)-1 for answers, l+t for shares
 * @param words the symbols of each party, in order of the parties, `[party][plane][word]`
 */
export function wrongParties(
  code: Code,
  moduli: readonly number[],
  parties: readonly number[],
  dimension: number,
  words: readonly (readonly (readonly number[])[])[],
): number[] | undefined {
  const wrong = new Set<number>();
  const planes = codes.of(`${keyOf(code, moduli, parties)};${dimension}`, () =>
    moduli.map((p) => {
      const field = new WordField(p);
      const { alphas } = evaluationPoints(field, code);
      return new ReedSolomon(
        field,
        parties.map((party) => alphas[party]),
        dimension,
      );
    }),
  );
  for (const [plane, reedSolomon] of planes.entries()) {
    for (let word = 0; word < words[0][plane].length; word++) {
      const errors = reedSolomon.errors(words.map((symbols) => symbols[plane][word]));
      if (errors === undefined) return undefined;
      for (const at of errors) wrong.add(parties[at]);
    }
    if (wrong.size > reedSolomon.radius) return undefined;
  }
  return [...wrong].toSorted((a, b) => a - b);
}
