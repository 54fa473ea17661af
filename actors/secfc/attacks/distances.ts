/**
 * What the server can read in the answers beside what it needs: the polynomial of a pair of a point and a centre is
 * determined by 2(l+t)-1 answers, and its value at each segment's beta is that segment's own squared distance.
 */

import type { Observation } from '../../../src/attack/geometry.ts';
import { messagesOf, oncePerView } from '../../../src/attack/messages.ts';
import { clusterSizes, type Labels } from '../../../src/cluster/labels.ts';
import { segmentAnswerWeights } from '../../../src/field/code.ts';
import { fieldKernel } from '../../../src/field/field-kernel.ts';
import { Reconstruction, sharedWords } from '../../../src/field/residues.ts';
import { zeros } from '../../../src/base/matrix.ts';
import type { Member, View } from '../../../src/protocol/attack.ts';
import type { Agreed } from '../agreed.ts';
import { columnsOf } from '../iteration/blinding.ts';
import type { Answer } from '../iteration/decode.ts';
import { occupied } from '../iteration/distances.ts';
import { Assignment, Distances } from '../messages.ts';
import { checkResidues } from '../shape.ts';

/** What the answers of one round decode to. */
export interface DecodedRound {
  readonly labels: Labels;
  /** The clusters that are not empty. */
  readonly present: readonly number[];
  /** Of each segment, residue by residue: one row per point, see {@link columnsOf}. */
  readonly segments: readonly (readonly Uint32Array[])[];
}

/** The rounds in which enough answers came to decode, in order. */
export function decodedRounds({ agreed, members }: View<Agreed>): DecodedRound[] {
  const server = members.find(({ name }) => name === 'server');
  if (server === undefined) return [];
  const answers = answersByRound(server, agreed);
  const asked = new Map(messagesOf(server.sent, Assignment).map(({ body }) => [body.round, body.labels]));
  return [...asked].flatMap(([round, labels]) => {
    const present = occupied(labels, agreed.clusters);
    const length = labels.length * columnsOf(agreed.distances, present.length);
    const valid = (answers.get(round) ?? []).filter(
      ({ values }) => checkResidues(values, agreed.moduli, length) === true,
    );
    if (valid.length < agreed.answers) return [];
    return [{ labels, present, segments: decodeSegments(valid.slice(0, agreed.answers), agreed) }];
  });
}

/** The first answer of each client in each round. */
function answersByRound(server: Member, { clients }: Agreed): Map<number, Answer[]> {
  const rounds = new Map<number, Answer[]>();
  for (const { from, body } of messagesOf(server.received, Distances)) {
    const party = clients.indexOf(from);
    const answers = rounds.get(body.round) ?? [];
    rounds.set(body.round, answers);
    if (answers.every((answer) => answer.party !== party)) answers.push({ party, values: body.values });
  }
  return rounds;
}

function decodeSegments(answers: readonly Answer[], { code, moduli }: Agreed): Uint32Array[][] {
  const weights = segmentAnswerWeights(
    code,
    moduli,
    answers.map(({ party }) => party),
  );
  const outputs = moduli.map((p, plane) => {
    const inputs = answers.map(({ values }) => values[plane]);
    const decoded = Array.from({ length: code.l }, () => sharedWords(inputs[0].length));
    fieldKernel.combine(p, weights[plane], inputs, decoded);
    return decoded;
  });
  return Array.from({ length: code.l }, (_, u) => outputs.map((decoded) => decoded[u]));
}

/** Distances seen in one round, of every segment apart, in units of the quantisation step. */
export interface SeenRound {
  readonly labels: Labels;
  readonly segments: readonly Observation[];
}

/**
 * The distances of all rounds. Blinded ones are divided by the greatest common divisor of all that one factor stands
 * in: mostly that factor. Where the server sees comparisons there are none.
 */
export const seenRounds = oncePerView((view: View<Agreed>): readonly SeenRound[] => {
  const { moduli, clusters, distances: seen } = view.agreed;
  if (seen === 'order') return [];
  const reconstruction = new Reconstruction(moduli);
  return decodedRounds(view).map(({ labels, present, segments }) => {
    const sizes = clusterSizes(labels, clusters);
    const found = segments.map(() => zeros(labels.length, clusters));
    for (const { values } of found) values.fill(Number.NaN);
    for (let i = 0; i < labels.length; i++) {
      const row = (planes: readonly Uint32Array[]): number[] =>
        present.map((_, column) => reconstruction.approximate(planes, i * present.length + column));
      const rows =
        seen === 'blinded'
          ? unblinded(segments, reconstruction, i * present.length, present.length)
          : segments.map(row);
      rows.forEach((values, u) =>
        present.forEach((h, column) => {
          found[u].values[i * clusters + h] = values[column] / sizes[h] ** 2;
        }),
      );
    }
    return { labels, segments: found.map((distances) => ({ labels, distances })) };
  });
});

/** The distances of one point in every segment, freed of what all of them have in common. */
function unblinded(
  segments: readonly (readonly Uint32Array[])[],
  reconstruction: Reconstruction,
  from: number,
  count: number,
): number[][] {
  const values = segments.map((planes) =>
    Array.from({ length: count }, (_, column) => reconstruction.exact(planes, from + column)),
  );
  const factor = values.flat().reduce(greatestCommonDivisor, 0n);
  return values.map((row) => row.map((value) => (factor === 0n ? 0 : Number(value / factor))));
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

/** The distances of whole points: those of all segments together. */
export function wholeDistances({ labels, segments }: SeenRound): Observation {
  const [first, ...others] = segments.map(({ distances }) => distances);
  const distances = zeros(first.rows, first.columns);
  distances.values.set(first.values);
  for (const { values } of others) values.forEach((value, at) => (distances.values[at] += value));
  return { labels, distances };
}
