/** The expected cost of a proven sum if nobody drops out and all proofs are valid. */

import { phaseCost, type PhaseCost, runs, sends } from '../../../src/core/kit/index.ts';
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
import { AGGREGATORS, algorithmFor, lengthOf, type ProvenSession } from './session.ts';
import {
  aggregateOperations,
  aggregateShares,
  decide,
  decideOperations,
  shard,
  shardOperations,
  verify,
  verifyOperations,
} from './tasks.ts';
import { takesLong } from './waiting.ts';

/**
 * By phase: two reports from every client and a receipt, and six messages between the aggregators. Where verification takes long, every
 * client gets a receipt of the server too, and is told when the helper is done.
 */
export function provenCost(session: ProvenSession): PhaseCost[] {
  const { clients, units } = session;
  const n = clients.length;
  const two = AGGREGATORS.length;
  const long = takesLong(session);
  const circuits = units.map((own) => algorithmFor(session, own).circuit);
  const each = (operations: (circuit: (typeof circuits)[number]) => number): number =>
    circuits.reduce((sum, circuit) => sum + operations(circuit), 0);
  return [
    phaseCost('prove', sends(Report, two * n), runs(shard, n, each(shardOperations))),
    phaseCost('report', sends(KeyPart, two), sends(Receipt, n), ...(long ? [sends(LeaderReceipt, n)] : [])),
    phaseCost(
      'verify',
      sends(Verifiers, 1),
      sends(Verdicts, 1),
      ...(long ? [sends(Verified, n)] : []),
      runs(verify, two, two * each(verifyOperations)),
      runs(decide, 1, each(decideOperations)),
    ),
    phaseCost(
      'open',
      sends(Accepted, 1),
      sends(AggregateShare, 1),
      runs(aggregateShares, two, two * aggregateOperations(n, lengthOf(session))),
    ),
  ];
}
