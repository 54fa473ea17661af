/** The server of SecFC (Algorithm 1, lines 5 to 7 and 14 to 18): it sees distances, and never a point or a centre. */

import { type Labels, sameLabels } from '../../src/cluster/labels.ts';
import { dissolveSmall } from '../../src/cluster/small-clusters.ts';
import type { Matrix } from '../../src/base/matrix.ts';
import type { Clustering } from '../../src/protocol/protocol.ts';
import type { Self } from '../../src/sim/actor.ts';
import {
  type Behaviour,
  collect,
  compute,
  finish,
  type Mail,
  phase,
  round,
  save,
  send,
} from '../../src/sim/effects.ts';
import { unite } from '../blocks/alignment/server.ts';
import { admit } from './sharing/admit.ts';
import type { Agreed } from './agreed.ts';
import { columnsOf } from './iteration/blinding.ts';
import { type Answer, decodeCentres, decodeLabels, findLiars } from './iteration/decode.ts';
import { occupied } from './iteration/distances.ts';
import { Assignment, CentreShares, Distances, Outcome, Stopped } from './messages.ts';
import { type Panel, tooFew } from './iteration/panel.ts';
import type { Part } from './part.ts';
import { checkResidues } from './shape.ts';

/** What the server keeps where a crash does not reach it: all that it knows before a round. */
interface Checkpoint {
  readonly part: Part;
  readonly panel: Panel;
  /** The labels of the points that take part, before each round. */
  readonly history: readonly Labels[];
}

export function* server(self: Self, agreed: Agreed, start: Labels): Behaviour {
  const { clients, code, moduli, clusters, minimumCluster } = agreed;
  const { centreSeparation, maxIterations, distances: seen } = agreed;
  const begun = (self.saved as Checkpoint | undefined) ?? (yield* begin(self, agreed, start));
  if (typeof begun === 'string') {
    const failed: Clustering = { history: [start], iterations: 0, converged: false, failure: begun };
    return yield* stop(agreed, failed);
  }
  const { part } = begun;
  const panel = begun.panel.copy();
  const asking: Asking = { self, agreed, part, panel };
  const history = [...begun.history];
  const result = (rest: Partial<Clustering>): Clustering => ({
    history: history.map((labels) => part.spread(labels)),
    iterations: history.length - 1,
    converged: false,
    ...found(asking),
    ...rest,
  });

  yield* phase('iterate');
  let converged = false;
  while (!converged && history.length <= maxIterations) {
    yield* save({ part, panel: panel.copy(), history: [...history] } satisfies Checkpoint);
    yield* round(history.length);
    const labels = history.at(-1) as Labels;
    const answers = yield* askDistances(asking, history.length, labels);
    if (typeof answers === 'string') return yield* stop(agreed, result({ failure: answers }));
    const separate = centreSeparation && history.length === 1;
    const nearest = yield* compute(decodeLabels, { seen, answers, code, moduli, labels, clusters, separate });
    const next = dissolveSmall(nearest, clusters, minimumCluster);
    converged = !separate && sameLabels(labels, next);
    history.push(next);
  }

  const last = history.at(-1) as Labels;
  const { missing } = part;
  const labels = part.spread(last);
  yield* phase('reveal');
  yield* send(clients, Outcome, { missing, labels: last, reveal: agreed.reveal });
  if (!agreed.reveal) return yield* finish(result({ labels, converged }));
  const centres = yield* askCentres(asking, last);
  const revealed = typeof centres === 'string' ? { noCentres: centres } : { centres };
  return yield* finish(result({ labels, converged, ...revealed }));
}

/** Whose points take part, who answers, and where their clustering starts; or why there will be no first round. */
function* begin(self: Self, agreed: Agreed, start: Labels): Behaviour<Checkpoint | string> {
  const unaligned = agreed.alignment && (yield* unite(self, agreed.alignment));
  if (unaligned !== undefined) return unaligned;
  yield* phase('share');
  const admitted = yield* admit(agreed);
  if (typeof admitted === 'string') return admitted;
  const first = dissolveSmall(admitted.part.select(start), agreed.clusters, agreed.minimumCluster);
  return { ...admitted, history: [first] };
}

/** Who asks whom about what. */
export interface Asking {
  readonly self: Self;
  readonly agreed: Agreed;
  readonly part: Part;
  readonly panel: Panel;
}

/** What was found out about clients. */
function found({ agreed: { clients }, part, panel: { liars, caveat } }: Asking): Partial<Clustering> {
  const missing = Array.from(part.missing, (owner) => clients[owner]);
  return {
    ...(missing.length > 0 && { missing }),
    ...(liars.length > 0 && { liars }),
    ...(caveat !== undefined && { caveat }),
  };
}

/** Ends without a clustering, and tells everybody. */
function* stop({ clients }: Agreed, failed: Clustering): Behaviour {
  yield* send(clients, Stopped, { iterations: failed.iterations });
  yield* finish(failed);
}

/** Sends out a clustering and returns answers that decode, or says why there are not enough. */
export function* askDistances(asking: Asking, number: number, labels: Labels): Behaviour<Answer[] | string> {
  const { agreed, part, panel } = asking;
  const { clients, moduli, clusters, answers: needed, timeoutNs } = agreed;
  const length = part.points * columnsOf(agreed.distances, occupied(labels, clusters).length);
  yield* send(clients, Assignment, { round: number, missing: part.missing, labels });
  const mail = yield* collect(Distances, {
    count: panel.wanted(needed),
    from: panel.names,
    timeoutNs,
    accept: ({ body }) => (body.round === number ? checkResidues(body.values, moduli, length) : 'late'),
  });
  return yield* rightAnswers(asking, answersOf(mail, clients), {
    needed,
    what: 'answers',
    when: `in round ${number}`,
  });
}

/** The final centres from l+t clients that reveal their shares, or why there are none. */
function* askCentres(asking: Asking, labels: Labels): Behaviour<Matrix | string> {
  const { agreed, panel } = asking;
  const { clients, code, moduli, clusters, dimension, width, scale, timeoutNs } = agreed;
  const needed = code.l + code.t;
  const mail = yield* collect(CentreShares, {
    count: panel.wanted(needed),
    from: panel.names,
    timeoutNs,
    accept: ({ body }) => checkResidues(body.values, moduli, clusters * width),
  });
  const answers = yield* rightAnswers(asking, answersOf(mail, clients), {
    needed,
    what: 'shares of the centres',
    when: 'at the end',
  });
  if (typeof answers === 'string') return answers;
  return yield* compute(decodeCentres, { answers, code, moduli, labels, clusters, dimension, width, scale });
}

/** What clients were asked for. */
interface Question {
  /** How many answers decode. */
  readonly needed: number;
  readonly what: string;
  readonly when: string;
}

/** As many answers as decode, without those of liars, who are left out from then on; or why there are not enough. */
function* rightAnswers(
  { self, agreed: { code, moduli }, panel }: Asking,
  answers: readonly Answer[],
  { needed, what, when }: Question,
): Behaviour<Answer[] | string> {
  const came = answers.length;
  if (came < needed) return tooFew(what, came, needed);
  panel.takeDown(`${came} ${what} came in time ${when}`, came - needed);
  if (came === needed) return [...answers];
  const key = self.random.secretKey('checks', when);
  const liars = yield* compute(findLiars, { answers, code, moduli, needed, key });
  if (liars === undefined) {
    const most = Math.floor((came - needed) / 2);
    return `expected at most ${most} wrong ${what} among ${came} ${when}, of which ${needed} decode, got more`;
  }
  panel.leaveOut(liars);
  return answers.filter(({ party }) => !liars.includes(party)).slice(0, needed);
}

/** Who sent what, by the client's place. */
function answersOf(
  mail: readonly Mail<{ readonly values: readonly Uint32Array[] }>[],
  clients: readonly string[],
): Answer[] {
  return mail.map(({ from, body }) => ({ party: clients.indexOf(from), values: body.values }));
}
