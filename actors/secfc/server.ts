/** The server of SecFC (Algorithm 1, lines 5 to 7 and 14 to 18): it sees distances, and never a point or a centre. */

import { dissolveSmall, type Labels, sameLabels } from '../../src/kit/cluster.ts';
import {
  abort,
  type AbortDetails,
  attempt,
  type Behaviour,
  type Clustered,
  collect,
  compute,
  finish,
  type GivenStart,
  type Received,
  type Matrix,
  phase,
  round,
  save,
  type Self,
  send,
} from '../../src/kit/index.ts';
import { unite } from '../blocks/index.ts';
import { selectParticipants } from './sharing/select-participants.ts';
import type { Agreed } from './agreed.ts';
import { columnsOf } from './iteration/blinding.ts';
import { type Answer, decodeCentres, decodeLabels, findErrors } from './iteration/decode.ts';
import { occupied } from './iteration/distances.ts';
import { Assignment, CentreShares, Distances, OutcomeMessage, Stopped } from './messages.ts';
import { type Responders, tooFew } from './iteration/responders.ts';
import type { Cohort } from './cohort.ts';
import { checkResidues } from './shape.ts';

/** What the server keeps where a crash does not reach it: all that it knows before a round. */
interface Checkpoint {
  readonly cohort: Cohort;
  readonly responders: Responders;
  /** The labels of the points that take part, before each round. */
  readonly history: readonly Labels[];
}

/** A clustering, and why there are no centres where they were to be revealed. */
export interface Revealed extends Clustered {
  readonly noCentres?: string;
}

export function* server(self: Self, { agreed, start }: GivenStart<Agreed>): Behaviour {
  const found = yield* attempt(cluster(self, agreed, start));
  if (found.kind === 'completed') return yield* finish(found.value);
  yield* send(agreed.clients, Stopped, { iterations: found.iterations ?? 0 });
  return yield* abort(found.reason, found);
}

function* cluster(self: Self, agreed: Agreed, start: Labels): Behaviour<Revealed> {
  const { clients } = agreed;
  const begun = (self.saved as Checkpoint | undefined) ?? (yield* begin(self, agreed, start));
  const { cohort } = begun;
  const asking: Asking = { self, agreed, cohort, responders: begun.responders.copy() };
  const history = [...begun.history];
  yield* phase('iterate');
  const iterated = yield* attempt(iterate(asking, history));
  const iterations = history.length - 1;
  if (iterated.kind === 'aborted') return yield* abort(iterated.reason, { iterations, ...foundOut(asking) });

  const last = history.at(-1) as Labels;
  yield* phase('reveal');
  yield* send(clients, OutcomeMessage, { missing: cohort.missing, labels: last, reveal: agreed.reveal });
  const revealed = agreed.reveal ? yield* attempt(askCentres(asking, last)) : undefined;
  return {
    kind: 'clustered',
    labels: cohort.spread(last),
    history: history.map((labels) => cohort.spread(labels)),
    iterations,
    converged: iterated.value,
    ...foundOut(asking),
    ...caveatOf(asking),
    ...(revealed?.kind === 'completed' && { centres: revealed.value }),
    ...(revealed?.kind === 'aborted' && { noCentres: revealed.reason }),
  };
}

/** Rounds until the labels repeat, added to the history; returns whether they do. */
function* iterate(asking: Asking, history: Labels[]): Behaviour<boolean> {
  const { agreed, cohort, responders } = asking;
  const { code, moduli, clusters, minimumCluster } = agreed;
  const { centreSeparation, maxIterations, disclosure } = agreed;
  let converged = false;
  while (!converged && history.length <= maxIterations) {
    yield* save({ cohort, responders: responders.copy(), history: [...history] } satisfies Checkpoint);
    yield* round(history.length);
    const labels = history.at(-1) as Labels;
    const answers = yield* askDistances(asking, history.length, labels);
    const separate = centreSeparation && history.length === 1;
    const nearest = yield* compute(decodeLabels, {
      disclosure,
      answers,
      code,
      moduli,
      labels,
      clusters,
      separate,
    });
    const next = dissolveSmall(nearest, clusters, minimumCluster);
    converged = !separate && sameLabels(labels, next);
    history.push(next);
  }
  return converged;
}

/** Whose points take part, who answers, and where their clustering starts; aborts where there will be no first round. */
function* begin(self: Self, agreed: Agreed, start: Labels): Behaviour<Checkpoint> {
  if (agreed.alignment !== undefined) yield* unite(self, agreed.alignment);
  yield* phase('share');
  const admitted = yield* selectParticipants(agreed);
  const first = dissolveSmall(admitted.cohort.select(start), agreed.clusters, agreed.minimumCluster);
  return { ...admitted, history: [first] };
}

/** Who asks whom about what. */
export interface Asking {
  readonly self: Self;
  readonly agreed: Agreed;
  readonly cohort: Cohort;
  readonly responders: Responders;
}

/** What was found out about clients. */
function foundOut({ agreed: { clients }, cohort, responders: { byzantine } }: Asking): AbortDetails {
  const missing = Array.from(cohort.missing, (owner) => clients[owner]);
  return {
    ...(missing.length > 0 && { missing }),
    ...(byzantine.length > 0 && { blamed: byzantine }),
  };
}

function caveatOf({ responders: { caveat } }: Asking): Pick<Clustered, 'caveat'> {
  return caveat === undefined ? {} : { caveat };
}

/** Sends out a clustering and returns answers that decode; aborts where there are not enough. */
export function* askDistances(asking: Asking, number: number, labels: Labels): Behaviour<Answer[]> {
  const { agreed, cohort, responders } = asking;
  const { clients, moduli, clusters, answers: needed, timeoutNs } = agreed;
  const length = cohort.points * columnsOf(agreed.disclosure, occupied(labels, clusters).length);
  yield* send(clients, Assignment, { round: number, missing: cohort.missing, labels });
  const mail = yield* collect(Distances, {
    count: responders.wanted(needed),
    from: responders.names,
    timeoutNs,
    accept: ({ body }) => (body.round === number ? checkResidues(body.values, moduli, length) : 'late'),
  });
  return yield* rightAnswers(asking, answersOf(mail, clients), {
    needed,
    what: 'answers',
    when: `in round ${number}`,
  });
}

/** The final centres from l+t clients that reveal their shares; aborts where there are none. */
function* askCentres(asking: Asking, labels: Labels): Behaviour<Matrix> {
  const { agreed, responders } = asking;
  const { clients, code, moduli, clusters, dimension, width, scale, timeoutNs } = agreed;
  const needed = code.l + code.t;
  const mail = yield* collect(CentreShares, {
    count: responders.wanted(needed),
    from: responders.names,
    timeoutNs,
    accept: ({ body }) => checkResidues(body.values, moduli, clusters * width),
  });
  const answers = yield* rightAnswers(asking, answersOf(mail, clients), {
    needed,
    what: 'shares of the centres',
    when: 'at the end',
  });
  return yield* compute(decodeCentres, { answers, code, moduli, labels, clusters, dimension, width, scale });
}

/** What clients were asked for. */
interface Question {
  /** How many answers decode. */
  readonly needed: number;
  readonly what: string;
  readonly when: string;
}

/** As many answers as decode, without those of Byzantine parties, who are left out from then on; aborts where there are not enough. */
function* rightAnswers(
  { self, agreed: { code, moduli }, responders }: Asking,
  answers: readonly Answer[],
  { needed, what, when }: Question,
): Behaviour<Answer[]> {
  const came = answers.length;
  if (came < needed) return yield* tooFew(what, came, needed);
  responders.takeDown(`${came} ${what} came in time ${when}`, came - needed);
  if (came === needed) return [...answers];
  const key = self.random.secretKey('checks', when);
  const byzantine = yield* compute(findErrors, { answers, code, moduli, needed, key });
  if (byzantine === undefined) {
    const most = Math.floor((came - needed) / 2);
    return yield* abort(
      `expected at most ${most} wrong ${what} among ${came} ${when}, of which ${needed} decode, got more`,
    );
  }
  responders.leaveOut(byzantine);
  return answers.filter(({ party }) => !byzantine.includes(party)).slice(0, needed);
}

/** Who sent what, by the client's place. */
function answersOf(
  mail: readonly Received<{ readonly values: readonly Uint32Array[] }>[],
  clients: readonly string[],
): Answer[] {
  return mail.map(({ from, body }) => ({ party: clients.indexOf(from), values: body.values }));
}
