/**
 * Proven sums (Prio3, draft-irtf-cfrg-vdaf-20): clients share their vectors between the server and a helper that does not collude
 * with it, and prove to both together that they are within bounds. Neither learns more than the sum of those that are.
 */

import { subprotocol } from '../../../src/core/kit/index.ts';
import { provenCost } from './cost.ts';
import {
  Accepted,
  AggregateShare,
  KeyPart,
  LeaderReceipt,
  Receipt,
  Report,
  Verdicts,
  Verified,
  Verifiers,
} from './messages.ts';
import { aggregateShares, decide, shard, verify } from './tasks.ts';

export { contributeProven } from './client.ts';
export { helpSum } from './helper.ts';
export { centred, type ProvenSum, sumProven } from './server.ts';
export {
  masksOf,
  proofProblems,
  type ProvableParameters,
  provableParameters,
  unprovable,
} from './settings.ts';
export { type Bound, HELPER, type ProvenSession, type Validity } from './session.ts';

export const provenSums = subprotocol({
  name: 'prio3',
  summary: 'the sum of vectors that are proven to be within bounds, between two aggregators',
  messages: [
    Report,
    Receipt,
    LeaderReceipt,
    KeyPart,
    Verifiers,
    Verdicts,
    Verified,
    Accepted,
    AggregateShare,
  ],
  tasks: [shard, verify, decide, aggregateShares],
  cost: provenCost,
});
