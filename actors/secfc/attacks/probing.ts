/**
 * A client that lies to learn, see {@link Probe}: as an adversary, and what clusters tell it. Where more clients answer than
 * decoding takes, it cannot know with which weight its answer counts, and where wrong answers are corrected its own is.
 */

import { messagesOf, programmed, withOutput, withReceived } from '../../../src/core/kit/attack.ts';
import { answerWeights, WordField } from '../../../src/core/kit/field.ts';
import {
  type Adversary,
  type Attack,
  defineTask,
  type GivenShard,
  type Member,
  opened,
  role,
  row,
  type Score,
  sealed,
  type Sealed,
  type Self,
  type Truth,
  type View,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { client } from '../client.ts';
import { Cohort } from '../cohort.ts';
import { codedDistances } from '../iteration/distances.ts';
import { Assignment, OutcomeMessage } from '../messages.ts';
import { fitLocated, type Located, scoreLocated } from './located.ts';
import { hasRoom, Probe } from './probe.ts';

export const probing: Adversary<Agreed> = {
  name: 'probing',
  summary:
    'a client that makes up its points and adds to the distances that it answers, so that the clusters of all others tell where they lie',
  roles: { client: role({ parties: 'many', play: probingClient }) },
};

function probingClient(self: Self<never>, given: GivenShard<Agreed>) {
  const { agreed } = given;
  const probe = new Probe(agreed, self.index);
  let additions: readonly Uint32Array[] | undefined;
  return programmed(
    client(self, { ...given, shard: probe.shard ?? given.shard }),
    withReceived(Assignment, (body) => {
      const cohort = new Cohort(agreed, body.missing);
      const wanted = probe.next(cohort.spread(body.labels.values));
      additions = wanted && additionsTo(wanted, cohort, agreed, self.index);
      return body;
    }),
    withOutput(codedDistances, (_, honest) =>
      additions === undefined ? honest : added.run({ values: honest, additions, moduli: agreed.moduli }),
    ),
  );
}

/** What one client adds to its answer so that the server decodes so much more, `[plane]`, for the points that take part. */
function additionsTo(
  wanted: readonly bigint[],
  cohort: Cohort,
  { code, moduli, answers, points }: Agreed,
  place: number,
): Uint32Array[] {
  // Everybody, or as many as are needed with the liar among them.
  const others = Array.from({ length: code.n }, (_, party) => party).filter((party) => party !== place);
  const parties = [place, ...others.slice(0, answers - 1)];
  const weights = answerWeights(code, moduli, parties);
  return moduli.map((p, plane) => {
    const field = new WordField(p);
    const inverse = field.inv(weights[plane][0][0]);
    const all = Uint32Array.from(wanted, (addition) => field.mul(field.from(addition), inverse));
    return cohort.rows(all, wanted.length / points);
  });
}

/** An answer with something added. Operations: one per residue. */
const added = defineTask('secfc/added', {
  operations: ({ values, moduli }: Added) => values.length * moduli.length,
  seals: ({ values }) => [values],
  run({ values, additions, moduli }): Sealed {
    const honest = opened(values);
    return sealed(moduli.length, values.length, (planes) =>
      moduli.forEach((p, plane) => {
        const [from, addition] = [honest[plane], additions[plane]];
        planes[plane].forEach((_, at) => (planes[plane][at] = (from[at] + addition[at]) % p));
      }),
    );
  },
});

interface Added {
  readonly values: Sealed;
  readonly additions: readonly Uint32Array[];
  readonly moduli: readonly number[];
}

/** Whether a client that lies could probe: of others nothing is asked. */
export function isProbed({ alignment, disclosure, clusters, clients, answers, byzantine }: Agreed): boolean {
  const isCounted = clients.length === answers + 2 * byzantine;
  return alignment === undefined && disclosure === 'distances' && clusters >= 3 && isCounted;
}

export const probedPoints: Attack<Agreed, Located> = {
  name: 'probed-points',
  summary: "where the others' points lie, from the clusters that a lying client brought about",
  needs: { clients: 1 },
  concerns: isProbed,
  inapplicable: (agreed) =>
    hasRoom(agreed) ? undefined : 'the field is too small to add to distances without wrapping around',
  reads: [Assignment, OutcomeMessage],
  guess: guessPoints,
  score: scorePoints,
  fit: fitLocated,
};

/** The first of the members lies, and is told by everything that is announced, in order. */
function guessPoints({ agreed, members }: View<Agreed>): Located {
  const { name, received } = members.find(({ shard }) => shard !== undefined) as Member;
  const probe = new Probe(agreed, agreed.clients.indexOf(name));
  const rounds = messagesOf(received, Assignment).toSorted((a, b) => a.body.round - b.body.round);
  for (const { body } of [...rounds, ...messagesOf(received, OutcomeMessage)])
    probe.next(new Cohort(agreed, body.missing).spread(body.labels.values));
  return probe.guess;
}

function scorePoints(guess: Located, truth: Truth<Agreed>): Score {
  const { explained, measures, ...score } = scoreLocated(guess, truth);
  const { agreed, points, hidden } = truth;
  const found = hidden.filter((i) => isWithinAStep(row(guess, i), row(points, i), agreed)).length;
  return {
    ...score,
    measures: { 'points to a step of the grid': `${found} of ${hidden.length}`, ...measures },
    meaning:
      explained === undefined
        ? 'no clusters were those that a lying client would bring about'
        : `${found} of ${hidden.length} points are known to a step of the grid, by clusters that a client brought about`,
  };
}

function isWithinAStep(guess: Float64Array, point: Float64Array, { scale }: Agreed): boolean {
  return point.every((x, c) => Math.abs(x - guess[c]) <= 1 / scale);
}
