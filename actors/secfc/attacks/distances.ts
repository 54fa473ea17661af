/**
 * What the server can read from the answers beyond what it needs: 2(l+t)-1 answers determine the polynomial of a
 * point and a centre, and its value at a segment's beta is the squared distance within that segment.
 */

import { square } from '../../../src/core/kit/math.ts';
import { clusterSizes, type Labels } from '../../../src/core/kit/cluster.ts';
import {
  fieldKernel,
  Reconstruction,
  segmentAnswerWeights,
  sharedWords,
} from '../../../src/core/kit/field.ts';
import {
  messagesOf,
  type Observation,
  oncePerView,
  unsealedMessagesOf,
} from '../../../src/core/kit/attack.ts';
import { type ClusterLabels, type Member, type View, zeros } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { columnsOf } from '../iteration/blinding.ts';
import { errorsAmong, type OpenAnswer } from '../iteration/decode.ts';
import { occupied } from '../iteration/distances.ts';
import { Assignment, Distances } from '../messages.ts';
import { Cohort } from '../cohort.ts';
import { checkResidues } from '../shape.ts';

/** What the answers of one round decode to. */
export interface DecodedRound {
  /** Labels of all points; those that take no part are in no cluster. */
  readonly labels: Labels;
  /** The points that take part, whose distances arrived. */
  readonly rows: Uint32Array;
  /** The clusters that are not empty. */
  readonly present: readonly number[];
  /** Per segment and modulus: one row for each entry of `rows`, with the columns of {@link columnsOf}. */
  readonly segments: readonly (readonly Uint32Array[])[];
}

/** The rounds with enough answers to decode, in order. */
export function decodedRounds({ agreed, members }: View<Agreed>): DecodedRound[] {
  const server = members.find(({ name }) => name === 'server');
  if (server === undefined) return [];
  const answers = answersByRound(server, agreed);
  return [...questionsByRound(server)].flatMap(([round, questions]) => {
    const decoded = [...questions.values()].flatMap(({ body, asked }): DecodedRound[] => {
      const cohort = new Cohort(agreed, body.missing);
      const present = occupied(body.labels.values, agreed.clusters);
      const length = cohort.points * columnsOf(agreed.disclosure, present.length);
      const valid = (answers.get(round) ?? []).filter(
        ({ party, values }) =>
          asked.has(agreed.clients[party]) && checkResidues(values, agreed.moduli, length) === true,
      );
      const agreeing = consistent(valid, agreed);
      if (agreeing === undefined) return [];
      return [
        {
          labels: cohort.spread(body.labels.values),
          rows: cohort.places(),
          present,
          segments: decodeSegments(agreeing, agreed),
        },
      ];
    });
    return decoded.slice(0, 1);
  });
}

/** What was asked of whom in each round: an equivocating server does not ask everybody for the same. */
function questionsByRound(server: Member): Map<number, Map<string, Question>> {
  const rounds = new Map<number, Map<string, Question>>();
  for (const { to, body } of messagesOf(server.sent, Assignment)) {
    const questions = rounds.get(body.round) ?? new Map<string, Question>();
    rounds.set(body.round, questions);
    const name = `${body.missing.join()};${body.labels.values.join()}`;
    const question = questions.get(name) ?? { body, asked: new Set() };
    questions.set(name, question);
    question.asked.add(to);
  }
  return rounds;
}

interface Question {
  readonly body: { readonly missing: Uint32Array; readonly labels: ClusterLabels };
  readonly asked: Set<string>;
}

/** Answers that suffice to decode, free of wrong ones if there are more than needed; undefined if too few agree. */
function consistent(
  answers: readonly OpenAnswer[],
  { answers: needed, code, moduli }: Agreed,
): OpenAnswer[] | undefined {
  if (answers.length < needed || answers[0].values[0].length === 0) return undefined;
  if (answers.length === needed) return [...answers];
  const wrong = errorsAmong({ answers, code, moduli, needed, key: new Uint8Array(32) });
  const agreeing = wrong && answers.filter(({ party }) => !wrong.includes(party));
  return agreeing && agreeing.length >= needed ? agreeing.slice(0, needed) : undefined;
}

/** The first answer of each client in each round. */
function answersByRound(server: Member, { clients }: Agreed): Map<number, OpenAnswer[]> {
  const rounds = new Map<number, OpenAnswer[]>();
  for (const { from, body } of unsealedMessagesOf(server.received, Distances)) {
    const party = clients.indexOf(from);
    const answers = rounds.get(body.round) ?? [];
    rounds.set(body.round, answers);
    if (answers.every((answer) => answer.party !== party)) answers.push({ party, values: body.values });
  }
  return rounds;
}

function decodeSegments(answers: readonly OpenAnswer[], { code, moduli }: Agreed): Uint32Array[][] {
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

/** Distances seen in one round, separately for each segment, in units of the quantisation step. */
export interface SeenRound {
  /** Labels of all points, as in {@link DecodedRound}. */
  readonly labels: Labels;
  readonly rows: Uint32Array;
  /** One row per point, NaN for those that take no part. */
  readonly segments: readonly Observation[];
}

/**
 * The distances of all rounds. Blinded ones are divided by the greatest common divisor of all values that share a
 * factor, which is usually that factor. There are none if the server sees comparisons.
 */
export const seenRounds = oncePerView((view: View<Agreed>): readonly SeenRound[] => {
  const { moduli, clusters, disclosure } = view.agreed;
  if (disclosure === 'order') return [];
  const reconstruction = new Reconstruction(moduli);
  return decodedRounds(view).map(({ labels, rows, present, segments }) => {
    const sizes = clusterSizes(labels, clusters);
    const found = segments.map(() => zeros(labels.length, clusters));
    for (const { values } of found) values.fill(Number.NaN);
    rows.forEach((point, at) => {
      const from = at * present.length;
      const plain = (planes: readonly Uint32Array[]): number[] =>
        present.map((_, column) => reconstruction.approximate(planes, from + column));
      const values =
        disclosure === 'blinded'
          ? unblinded(segments, reconstruction, from, present.length)
          : segments.map(plain);
      values.forEach((own, u) =>
        present.forEach((h, column) => {
          found[u].values[point * clusters + h] = own[column] / square(sizes[h]);
        }),
      );
    });
    return { labels, rows, segments: found.map((distances) => ({ labels, distances })) };
  });
});

/** The distances of one point in every segment, divided by their greatest common divisor. */
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

/** The distances of whole points: the sums over all segments. */
export function wholeDistances({ labels, segments }: SeenRound): Observation {
  const [first, ...others] = segments.map(({ distances }) => distances);
  const distances = zeros(first.rows, first.columns);
  distances.values.set(first.values);
  for (const { values } of others) values.forEach((value, at) => (distances.values[at] += value));
  return { labels, distances };
}
