/**
 * What the server computes: distances from answers, the next clustering from distances (Algorithm 1, lines 14 to 18),
 * and revealed centres.
 */

import {
  clusterSizes,
  exactLoss,
  type Labels,
  type Loss,
  nearestClusters,
  NO_CLUSTER,
  type ScaledDistances,
  separateClusters,
  takeFarthest,
} from '../../../src/core/kit/cluster.ts';
import {
  answerWeights,
  type Code,
  fieldKernel,
  randomCombinations,
  Reconstruction,
  segmentWeights,
  sharedWords,
  wrongParties,
} from '../../../src/core/kit/field.ts';
import { defineTask, type Matrix, opened, type Sealed, zeros } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { columnsOf, pairColumn } from './blinding.ts';
import { occupied } from './distances.ts';

/** What one client sent. */
export interface Answer {
  /** The client's place, from 0. */
  readonly party: number;
  readonly values: Sealed;
}

/** One party's answer, unsealed. */
export interface OpenAnswer {
  readonly party: number;
  readonly values: readonly Uint32Array[];
}

export interface DecodeInput {
  /** What the values are: distances, distances times a factor per point, or comparisons. */
  readonly disclosure: Agreed['disclosure'];
  readonly answers: readonly Answer[];
  readonly code: Code;
  readonly moduli: readonly number[];
  /** The clustering whose centres the distances are to. */
  readonly labels: Labels;
  readonly clusters: number;
  /** Whether this is the iteration of centre separation (section 5). */
  readonly separate: boolean;
  /** How empty clusters are treated; the server must see distances to fill them. */
  readonly empty: Agreed['empty'];
}

export interface ErrorsInput {
  /** More than `needed`, from different clients. */
  readonly answers: readonly Answer[];
  readonly code: Code;
  readonly moduli: readonly number[];
  /** How many answers decode: 2(l+t)-1 of distances, l+t of centres. */
  readonly needed: number;
  /** 32 bytes that were unknown to all who answered. */
  readonly key: Uint8Array;
}

/**
 * The places of the clients whose answers are wrong anywhere; undefined if they are more than half of the answers
 * beyond `needed`. Operations: a random combination of every answer's entries, then the syndromes of the word that
 * these form.
 */
export const findErrors = defineTask('secfc/find-errors', {
  operations: ({ answers, moduli, needed }: ErrorsInput) =>
    errorOperations(answers[0].values.length, answers.length, needed, moduli.length),
  seals: ({ answers }) => valuesOf(answers),
  run: ({ answers, ...input }): readonly number[] | undefined =>
    errorsAmong({ ...input, answers: openAnswers(answers) }),
});

/** What {@link findErrors} finds. */
export function errorsAmong({
  answers,
  code,
  moduli,
  needed,
  key,
}: Omit<ErrorsInput, 'answers'> & { readonly answers: readonly OpenAnswer[] }):
  | readonly number[]
  | undefined {
  const combined = randomCombinations(
    key,
    moduli,
    answers.map(({ values }) => values),
    // One is enough: a wrong answer goes unnoticed with probability 2^-28 only, and its sender is left out otherwise.
    1,
  );
  const parties = answers.map(({ party }) => party);
  return wrongParties(code, moduli, parties, needed, combined);
}

function valuesOf(answers: readonly Answer[]): Sealed[] {
  return answers.map(({ values }) => values);
}

function openAnswers(answers: readonly Answer[]): OpenAnswer[] {
  return answers.map(({ party, values }) => ({ party, values: opened(values) }));
}

/** Operations of locating errors among `answers` vectors of this length, of which `needed` suffice to decode. */
export function errorOperations(length: number, answers: number, needed: number, moduli: number): number {
  return moduli * answers * (length + answers + (answers - needed));
}

/** The next clustering. Operations: a multiplication per answer, residue and pair of a point and a cluster. */
export const decodeLabels = defineTask('secfc/decode-labels', {
  operations: ({ disclosure, answers, moduli, labels, clusters }: DecodeInput) => {
    const columns = columnsOf(disclosure, occupied(labels, clusters).length);
    return decodeOperations(labels.length, columns, answers.length, moduli.length);
  },
  seals: ({ answers }) => valuesOf(answers),
  run({ disclosure, answers, code, moduli, labels, clusters, separate, empty }): Labels {
    const decoded = decode(openAnswers(answers), code, moduli);
    if (disclosure === 'order') return nearestByComparisons(decoded, moduli, labels, clusters);
    const distances = scaledDistances(decoded, moduli, labels, clusters);
    if (separate) return separateClusters(distances, labels);
    const nearest = nearestClusters(distances);
    return empty === 'farthest' ? takeFarthest(distances, nearest) : nearest;
  },
});

/** Operations of decoding `points` x `columns` values from this many answers. */
export function decodeOperations(points: number, columns: number, answers: number, moduli: number): number {
  return moduli * points * columns * answers;
}

export interface LossInput extends Pick<DecodeInput, 'answers' | 'code' | 'moduli' | 'labels' | 'clusters'> {
  /** The labels that the round resulted in: each point's distance to its cluster counts. */
  readonly next: Labels;
}

/** The loss of a start, from the distances of its last round. Operations: as in {@link decodeLabels}, of one column. */
export const decodeLoss = defineTask('secfc/decode-loss', {
  operations: ({ answers, moduli, labels }: LossInput) =>
    decodeOperations(labels.length, 1, answers.length, moduli.length),
  seals: ({ answers }) => valuesOf(answers),
  run({ answers, code, moduli, labels, clusters, next }): Loss {
    const decoded = decode(openAnswers(answers), code, moduli);
    const distances = scaledDistances(decoded, moduli, labels, clusters);
    return exactLoss(distances, next);
  },
});

/** d' of every pair, residue by residue: a fixed combination of the answers. */
function decode(answers: readonly OpenAnswer[], code: Code, moduli: readonly number[]): Uint32Array[] {
  const weights = answerWeights(
    code,
    moduli,
    answers.map(({ party }) => party),
  );
  return moduli.map((p, plane) => {
    const inputs = answers.map(({ values }) => values[plane]);
    const output = sharedWords(inputs[0].length);
    fieldKernel.combine(p, weights[plane], inputs, [output]);
    return output;
  });
}

/** Decoded distances with an index for every cluster: answers leave empty clusters out. */
function scaledDistances(
  decoded: readonly Uint32Array[],
  moduli: readonly number[],
  labels: Labels,
  clusters: number,
): ScaledDistances {
  const present = occupied(labels, clusters);
  const columnOf = Array.from({ length: clusters }, (_, h) => present.indexOf(h));
  const at = (i: number, h: number): number => i * present.length + columnOf[h];
  const reconstruction = new Reconstruction(moduli);
  return {
    points: labels.length,
    sizes: clusterSizes(labels, clusters),
    approximate: (i, h) => reconstruction.approximate(decoded, at(i, h)),
    exact: (i, h) => reconstruction.exact(decoded, at(i, h)),
  };
}

/** The nearest centre of each point, ties to the lowest index, from the signs of decoded comparisons. */
function nearestByComparisons(
  decoded: readonly Uint32Array[],
  moduli: readonly number[],
  labels: Labels,
  clusters: number,
): Labels {
  const present = occupied(labels, clusters);
  const columns = columnsOf('order', present.length);
  const reconstruction = new Reconstruction(moduli);
  // Negative values lie in the upper half of the field, and the bound keeps both far from the middle.
  const middle = moduli.reduce((product, p) => product * p, 0.5);
  return labels.map((_, i) => {
    let nearest = 0;
    for (let h = 1; h < present.length; h++) {
      const value = reconstruction.approximate(decoded, i * columns + pairColumn(nearest, h));
      if (value > middle) nearest = h;
    }
    return present[nearest] ?? NO_CLUSTER;
  });
}

export interface RevealInput {
  /** Coded sums of all clusters from l+t clients. */
  readonly answers: readonly Answer[];
  readonly code: Code;
  readonly moduli: readonly number[];
  readonly labels: Labels;
  readonly clusters: number;
  readonly dimension: number;
  readonly width: number;
  readonly scale: number;
}

/** The centres, one row per cluster, NaN for an empty one (section 7). Operations: l+t per residue. */
export const decodeCentres = defineTask('secfc/decode-centres', {
  operations: ({ code, moduli, clusters, width }: RevealInput) =>
    revealOperations(code, clusters, width, moduli.length),
  seals: ({ answers }) => valuesOf(answers),
  run: ({ answers, ...input }): Matrix => centresFrom({ ...input, answers: openAnswers(answers) }),
});

/** What {@link decodeCentres} decodes. */
export function centresFrom({
  answers,
  code,
  moduli,
  labels,
  clusters,
  dimension,
  width,
  scale,
}: Omit<RevealInput, 'answers'> & { readonly answers: readonly OpenAnswer[] }): Matrix {
  const weights = segmentWeights(
    code,
    moduli,
    answers.map(({ party }) => party),
  );
  const segments = Array.from({ length: code.l }, () => moduli.map(() => sharedWords(clusters * width)));
  moduli.forEach((p, plane) => {
    const inputs = answers.map(({ values }) => values[plane]);
    fieldKernel.combine(
      p,
      weights[plane],
      inputs,
      segments.map((planes) => planes[plane]),
    );
  });
  const sizes = clusterSizes(labels, clusters);
  const reconstruction = new Reconstruction(moduli);
  const centres = zeros(clusters, dimension);
  for (let h = 0; h < clusters; h++) {
    for (let c = 0; c < dimension; c++) {
      const u = Math.floor(c / width);
      const sum = reconstruction.exactSigned(segments[u], h * width + (c % width));
      centres.values[h * dimension + c] = Number(sum) / sizes[h] / scale;
    }
  }
  return centres;
}

/** Operations of decoding the segments of `clusters` sums, each `width` wide. */
export function revealOperations({ l, t }: Code, clusters: number, width: number, moduli: number): number {
  return moduli * l * (l + t) * clusters * width;
}
