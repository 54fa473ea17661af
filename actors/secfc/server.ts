/** The server of SecFC (Algorithm 1, lines 5 to 7 and 14 to 18): it sees distances, and never a point or a centre. */

import { type Labels, sameLabels } from '../../src/cluster/labels.ts';
import type { Matrix } from '../../src/matrix.ts';
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
  send,
} from '../../src/sim/effects.ts';
import { unite } from '../alignment/server.ts';
import type { Agreed } from './agreed.ts';
import { type Answer, decodeCentres, decodeLabels } from './decode.ts';
import { occupied } from './distances.ts';
import { Assignment, CentreShares, Distances, Outcome, Ready } from './messages.ts';
import { checkResidues } from './shape.ts';

export function* server(self: Self, agreed: Agreed, start: Labels): Behaviour {
  const {
    clients,
    code,
    moduli,
    clusters,
    answers: needed,
    centreSeparation,
    maxIterations,
    timeoutNs,
  } = agreed;
  const history = [start];
  const result = (rest: Partial<Clustering>): Clustering => ({
    history,
    iterations: history.length - 1,
    converged: false,
    ...rest,
  });

  if (agreed.alignment !== undefined) {
    const failure = yield* unite(self, agreed.alignment);
    if (failure !== undefined) return yield* finish(result({ failure }));
  }
  yield* phase('share');
  const ready = yield* collect(Ready, { count: needed, from: clients, timeoutNs });
  if (ready.length < needed)
    return yield* finish(result({ failure: tooFew('ready clients', ready.length, needed) }));

  yield* phase('iterate');
  let converged = false;
  for (let labels = start; !converged && history.length <= maxIterations; history.push(labels)) {
    yield* round(history.length);
    const answers = yield* askDistances(agreed, history.length, labels);
    if (answers.length < needed)
      return yield* finish(result({ failure: tooFew('answers', answers.length, needed) }));
    const separate = centreSeparation && history.length === 1;
    const next = yield* compute(decodeLabels, { answers, code, moduli, labels, clusters, separate });
    converged = !separate && sameLabels(labels, next);
    labels = next;
  }

  const labels = history.at(-1) as Labels;
  yield* phase('reveal');
  yield* send(clients, Outcome, { labels, reveal: agreed.reveal });
  if (!agreed.reveal) return yield* finish(result({ labels, converged }));
  const centres = yield* askCentres(agreed, labels);
  return yield* finish(result({ labels, converged, ...(centres !== undefined && { centres }) }));
}

/** Sends out a clustering and returns the first answers that suffice to decode, or fewer when the time is over. */
function* askDistances(agreed: Agreed, number: number, labels: Labels): Behaviour<Answer[]> {
  const { clients, moduli, points, clusters, answers: count, timeoutNs } = agreed;
  const length = points * occupied(labels, clusters).length;
  yield* send(clients, Assignment, { round: number, labels });
  const mail = yield* collect(Distances, {
    count,
    from: clients,
    timeoutNs,
    accept: ({ body }) => (body.round === number ? checkResidues(body.values, moduli, length) : 'late'),
  });
  return answersOf(mail, clients);
}

/** The final centres from the first l+t clients that reveal their shares; undefined when too few do. */
function* askCentres(agreed: Agreed, labels: Labels): Behaviour<Matrix | undefined> {
  const { clients, code, moduli, clusters, dimension, width, scale, timeoutNs } = agreed;
  const count = code.l + code.t;
  const mail = yield* collect(CentreShares, {
    count,
    from: clients,
    timeoutNs,
    accept: ({ body }) => checkResidues(body.values, moduli, clusters * width),
  });
  if (mail.length < count) return undefined;
  const answers = answersOf(mail, clients);
  return yield* compute(decodeCentres, { answers, code, moduli, labels, clusters, dimension, width, scale });
}

/** Who sent what, by the client's place. */
function answersOf(
  mail: readonly Mail<{ readonly values: readonly Uint32Array[] }>[],
  clients: readonly string[],
): Answer[] {
  return mail.map(({ from, body }) => ({ party: clients.indexOf(from), values: body.values }));
}

function tooFew(what: string, got: number, needed: number): string {
  return `expected ${needed} ${what}, got ${got} in time`;
}
