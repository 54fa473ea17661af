/** How the server asks for what it decodes, and which answers are correct. */

import type { Labels } from '../../../src/core/kit/cluster.ts';
import {
  abort,
  collect,
  compute,
  type Received,
  type Sealed,
  type Self,
  send,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Assignment, CentreShares, Distances } from '../messages.ts';
import type { Selection } from '../sharing/select-participants.ts';
import { checkSealed } from '../shape.ts';
import { columnsOf } from './blinding.ts';
import { type Answer, decodeCentres, findErrors } from './decode.ts';
import { occupied } from './distances.ts';
import { tooFew } from './responders.ts';

/** The server that asks, the agreement, and whose points and answers take part. */
export interface Asking extends Selection {
  readonly self: Self;
  readonly agreed: Agreed;
}

/** Sends out a clustering and returns answers that decode; aborts if there are not enough. */
export function* askDistances(asking: Asking, number: number, labels: Labels) {
  const { agreed, cohort, responders } = asking;
  const { clients, moduli, clusters, answers: needed, timeoutNs } = agreed;
  const length = cohort.points * columnsOf(agreed.disclosure, occupied(labels, clusters).length);
  yield* send(clients, Assignment, {
    round: number,
    missing: cohort.missing,
    labels: { clusters, values: labels },
  });
  const received = yield* collect(Distances, {
    count: responders.wanted(needed),
    from: responders.names,
    timeoutNs,
    accept: ({ body }) => (body.round === number ? checkSealed(body.values, moduli, length) : 'late'),
  });
  return yield* rightAnswers(asking, answersOf(received, clients), {
    needed,
    what: 'answers',
    when: `in round ${number}`,
  });
}

/** The final centres from l+t clients that reveal their shares; aborts if they cannot be decoded. */
export function* askCentres(asking: Asking, labels: Labels) {
  const { agreed, responders } = asking;
  const { clients, code, moduli, clusters, dimension, width, scale, timeoutNs } = agreed;
  const needed = code.l + code.t;
  const received = yield* collect(CentreShares, {
    count: responders.wanted(needed),
    from: responders.names,
    timeoutNs,
    accept: ({ body }) => checkSealed(body.values, moduli, clusters * width),
  });
  const answers = yield* rightAnswers(asking, answersOf(received, clients), {
    needed,
    what: 'shares of the centres',
    when: 'at the end',
  });
  return yield* compute(decodeCentres, { answers, code, moduli, labels, clusters, dimension, width, scale });
}

/** What clients were asked for. */
interface Question {
  /** How many answers are needed to decode. */
  readonly needed: number;
  readonly what: string;
  readonly when: string;
}

/**
 * Enough answers to decode, without those of Byzantine parties, which are left out from then on; aborts if there are
 * not enough.
 */
function* rightAnswers(
  { self, agreed: { code, moduli }, responders }: Asking,
  answers: readonly Answer[],
  { needed, what, when }: Question,
) {
  const came = answers.length;
  if (came < needed) {
    responders.fallShort(answers.map(({ party }) => party));
    return yield* tooFew(what, came, needed);
  }
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

/** What each client sent, by its place. */
function answersOf(
  received: readonly Received<{ readonly values: Sealed }>[],
  clients: readonly string[],
): Answer[] {
  return received.map(({ from, body }) => ({ party: clients.indexOf(from), values: body.values }));
}
