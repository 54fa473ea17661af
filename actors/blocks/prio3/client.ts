/** A client's half of a proven sum, called with `yield*` from any protocol's client. */

import {
  compute,
  type MessageType,
  phase,
  receive,
  type Self,
  sendEach,
} from '../../../src/core/kit/index.ts';
import { NONCE_BYTES } from '../vdaf/prio3.ts';
import { LeaderReceipt, Receipt, Report, Verified } from './messages.ts';
import { AGGREGATORS, HELPER, type ProvenSession } from './session.ts';
import { shard } from './tasks.ts';
import { takesLong, verifyingNs } from './waiting.ts';

/**
 * Contributes integers to a sum that the server receives, if they are within the agreed valid: whether they are is between the
 * aggregators. The server's answer is what follows from the sum.
 */
export function* contributeProven(self: Self, session: ProvenSession, values: Float64Array) {
  const { number: aggregation, valid, clients, units, timeoutNs } = session;
  yield* phase('prove');
  const random = self.random.scope('prio3', `${aggregation}`);
  const nonce = random.secretKey('nonce').slice(0, NONCE_BYTES);
  const { publicShare, inputShares } = yield* compute(shard, {
    number: aggregation,
    valid,
    units: units[clients.indexOf(self.name)],
    values,
    nonce,
    seeds: Array.from({ length: 2 * AGGREGATORS.length }, (_, i) => random.secretKey('seed', `${i}`)),
  });
  yield* sendEach(AGGREGATORS, Report, (aggregator) => {
    return { aggregation, nonce, publicShare, share: inputShares[aggregator] };
  });
  // The helper confirms, so that what is lost is sent again; if it is silent, that is for the server to tell.
  const isReceived = yield* isTold(Receipt, HELPER, session, 2 * timeoutNs);
  if (!isReceived || !takesLong(session)) return;
  // Who waits for the server sends it the report again and again. So the server confirms too, and then the client waits for the helper,
  // whose share of the report is a seed.
  if (yield* isTold(LeaderReceipt, 'server', session, 2 * timeoutNs))
    yield* isTold(Verified, HELPER, session, 2 * timeoutNs + verifyingNs(session));
}

/** Whether an aggregator says this of this sum in time. */
function* isTold(
  type: MessageType<{ readonly aggregation: number }>,
  from: (typeof AGGREGATORS)[number],
  { number }: ProvenSession,
  timeoutNs: number,
) {
  const told = yield* receive(type, {
    from,
    timeoutNs,
    accept: ({ body }) => body.aggregation === number || 'late',
  });
  return told !== undefined;
}
