/** What the two aggregators of a proven sum wait for from each other. */

import { type MessageType, receive, silent } from '../../../src/core/kit/index.ts';
import type { HELPER, ProvenSession } from './session.ts';

/**
 * The other aggregator's next message of this sum.
 * @param timeouts how long it may take, in those of the session
 */
export function* nextOf<B extends { readonly aggregation: number }>(
  type: MessageType<B>,
  from: 'server' | typeof HELPER,
  { number, timeoutNs }: ProvenSession,
  timeouts: number,
  fits: (body: B) => boolean,
) {
  const received = yield* receive(type, {
    from,
    timeoutNs: timeouts * timeoutNs,
    accept: ({ body }) => (body.aggregation === number ? fits(body) || 'wrong shape' : 'late'),
  });
  return received === undefined ? yield* silent(from) : received.body;
}
