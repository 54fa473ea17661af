/** What the two aggregators of a proven sum wait for from each other, and how long verification takes. */

import { type MessageType, receive, silent, withinTimeout } from '../../../src/core/kit/index.ts';
import { AGGREGATORS, algorithmFor, type HELPER, type ProvenSession } from './session.ts';
import { verifyOperations } from './tasks.ts';

/** Operations a second with which it is reckoned: half of what an aggregator does where nothing else is set. */
const RECKONED_RATE = 1e9;

/** How long the aggregators verify one after the other, about: with one unit of data a client, so that all parties reckon the same. */
export function verifyingNs(session: ProvenSession): number {
  const operations = session.clients.length * verifyOperations(algorithmFor(session, 1).circuit);
  return Math.ceil((AGGREGATORS.length * operations * 1e9) / RECKONED_RATE);
}

/** Whether clients that wait for what follows from the sum would meanwhile send their reports again: half of the time is for all else. */
export function takesLong(session: ProvenSession): boolean {
  return 2 * verifyingNs(session) > withinTimeout(session.timeoutNs);
}

/**
 * The other aggregator's next message of this sum.
 * @param timeouts how long it may take besides verification, in those of the session
 */
export function* nextOf<B extends { readonly aggregation: number }>(
  type: MessageType<B>,
  from: 'server' | typeof HELPER,
  session: ProvenSession,
  timeouts: number,
  fits: (body: B) => boolean,
) {
  const received = yield* receive(type, {
    from,
    timeoutNs: timeouts * session.timeoutNs + verifyingNs(session),
    accept: ({ body }) => (body.aggregation === session.number ? fits(body) || 'wrong shape' : 'late'),
  });
  return received === undefined ? yield* silent(from) : received.body;
}
