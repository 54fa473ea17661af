/** The server of SecFC (Algorithm 1, lines 5 to 7 and 14 to 18): it sees distances, and never a point or a centre. */

import {
  dissolveSmall,
  isLess,
  type Labels,
  type Loss,
  sameLabels,
  startsOf,
} from '../../src/kit/cluster.ts';
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
import { type Answer, decodeCentres, decodeLabels, decodeLoss, findErrors } from './iteration/decode.ts';
import { occupied } from './iteration/distances.ts';
import { Assignment, CentreShares, Distances, OutcomeMessage, Stopped } from './messages.ts';
import { type Responders, tooFew } from './iteration/responders.ts';
import type { Cohort } from './cohort.ts';
import { checkResidues } from './shape.ts';

/** What the server keeps where a crash does not reach it: all that it knows before a round. */
interface Checkpoint {
  readonly cohort: Cohort;
  readonly responders: Responders;
  readonly progress: Progress;
}

/** How far the starts have come. */
interface Progress {
  /** Of the points that take part: the first labels of the starts that are not begun. */
  readonly open: readonly Labels[];
  /** The labels before each round and at the end, of the starts one behind the other. */
  readonly history: readonly Labels[];
  /** How many starts are begun, and where the history of the newest begins. */
  readonly begun: number;
  readonly from: number;
  /** Of those that came to their end. */
  readonly best?: Best;
}

/** What the best start so far came to. */
interface Best {
  readonly labels: Labels;
  readonly converged: boolean;
  /** Absent where there is one start only. */
  readonly loss?: Loss;
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
  const reached = { progress: begun.progress };
  yield* phase('iterate');
  const iterated = yield* attempt(iterateFromAll(asking, reached));
  const { history: rounds, begun: starts } = reached.progress;
  const iterations = rounds.length - starts;
  if (iterated.kind === 'aborted') return yield* abort(iterated.reason, { iterations, ...foundOut(asking) });

  const { labels: last, converged } = iterated.value;
  const history = starts === 1 ? rounds : [...rounds, last];
  yield* phase('reveal');
  yield* send(clients, OutcomeMessage, { missing: cohort.missing, labels: last, reveal: agreed.reveal });
  const revealed = agreed.reveal ? yield* attempt(askCentres(asking, last)) : undefined;
  return {
    kind: 'clustered',
    labels: cohort.spread(last),
    history: history.map((labels) => cohort.spread(labels)),
    iterations,
    converged,
    ...foundOut(asking),
    ...caveatOf(asking),
    ...(revealed?.kind === 'completed' && { centres: revealed.value }),
    ...(revealed?.kind === 'aborted' && { noCentres: revealed.reason }),
  };
}

/** Rounds from every start; returns what the best came to, the first of several. */
function* iterateFromAll(asking: Asking, reached: { progress: Progress }): Behaviour<Best> {
  for (;;) {
    const { open, history, begun, best } = reached.progress;
    // Where a crash came between two rounds, this start goes on.
    const goesOn = history.length > reached.progress.from;
    if (!goesOn && open.length === 0) break;
    if (!goesOn) {
      const [first, ...others] = open;
      reached.progress = {
        ...reached.progress,
        open: others,
        history: [...history, first],
        begun: begun + 1,
      };
    }
    const came = yield* iterate(asking, reached);
    const now = reached.progress;
    const better = best?.loss === undefined || (came.loss !== undefined && isLess(came.loss, best.loss));
    reached.progress = { ...now, from: now.history.length, best: better ? came : best };
  }
  const { best } = reached.progress;
  return best ?? (yield* abort('there is no start'));
}

/** Rounds until the labels repeat. */
function* iterate(asking: Asking, reached: { progress: Progress }): Behaviour<Best> {
  const { agreed, cohort, responders } = asking;
  const { code, moduli, clusters, minimumCluster, empty, restarts } = agreed;
  const { centreSeparation, maxIterations, disclosure } = agreed;
  for (;;) {
    const { history, begun, from } = reached.progress;
    yield* save({ cohort, responders: responders.copy(), progress: reached.progress } satisfies Checkpoint);
    const number = history.length - begun + 1;
    yield* round(number);
    const labels = history.at(-1) as Labels;
    const answers = yield* askDistances(asking, number, labels);
    const separate = centreSeparation && history.length - from === 1;
    const decoded = { answers, code, moduli, labels, clusters };
    const nearest = yield* compute(decodeLabels, { ...decoded, disclosure, separate, empty });
    const next = dissolveSmall(nearest, clusters, minimumCluster);
    const converged = !separate && sameLabels(labels, next);
    reached.progress = { ...reached.progress, history: [...history, next] };
    if (!converged && history.length - from < maxIterations) continue;
    if (restarts === 1) return { labels: next, converged };
    return { labels: next, converged, loss: yield* compute(decodeLoss, { ...decoded, next }) };
  }
}

/** Whose points take part, who answers, and where their clustering starts; aborts where there will be no first round. */
function* begin(self: Self, agreed: Agreed, start: Labels): Behaviour<Checkpoint> {
  if (agreed.alignment !== undefined) yield* unite(self, agreed.alignment);
  yield* phase('share');
  const admitted = yield* selectParticipants(agreed);
  const open = startsOf(start, agreed.points).map((one) =>
    dissolveSmall(admitted.cohort.select(one), agreed.clusters, agreed.minimumCluster),
  );
  return { ...admitted, progress: { open, history: [], begun: 0, from: 0 } };
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
