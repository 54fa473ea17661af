/** A client's half of a proven sum, called with `yield*` from any protocol's client. */

import { compute, phase, receive, type Self, sendEach } from '../../../src/core/kit/index.ts';
import { NONCE_BYTES } from '../vdaf/prio3.ts';
import { Receipt, Report } from './messages.ts';
import { AGGREGATORS, HELPER, type ProvenSession } from './session.ts';
import { shard } from './tasks.ts';

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
  yield* receive(Receipt, {
    from: HELPER,
    timeoutNs: 2 * timeoutNs,
    accept: ({ body }) => body.aggregation === aggregation || 'late',
  });
}
