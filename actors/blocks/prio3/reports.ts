/** Clients' reports as an aggregator receives them. */

import { collect, type MessageType, send } from '../../../src/core/kit/index.ts';
import { NONCE_BYTES } from '../vdaf/prio3.ts';
import { Report } from './messages.ts';
import { algorithmFor, type ProvenSession } from './session.ts';

/** A report from each client, by number and ascending, or from as many as come in time. */
export function* gatherReports(session: ProvenSession, aggregator: number) {
  const { number, clients, units, timeoutNs } = session;
  const received = yield* collect(Report, {
    count: clients.length,
    from: clients,
    timeoutNs,
    accept({ from, body: { aggregation, nonce, publicShare, share } }) {
      if (aggregation !== number) return 'late';
      const algorithm = algorithmFor(session, units[clients.indexOf(from)]);
      const right =
        nonce.length === NONCE_BYTES &&
        publicShare.length === algorithm.publicShareBytes &&
        share.length === algorithm.inputShareBytes(aggregator);
      return right || 'wrong shape';
    },
  });
  const reports = received.map(({ from, body: { nonce, publicShare, share } }) => {
    const party = clients.indexOf(from);
    return [party, { units: units[party], nonce, publicShare, share }] as const;
  });
  // In order of the clients rather than of arrival.
  return new Map(reports.toSorted(([a], [b]) => a - b));
}

/** Tells the clients of these reports, by number, how far an aggregator is with them. */
export function* confirm(
  { number, clients }: ProvenSession,
  reports: ReadonlyMap<number, unknown>,
  type: MessageType<{ readonly aggregation: number }>,
) {
  yield* send(
    [...reports.keys()].map((party) => clients[party]),
    type,
    { aggregation: number },
  );
}

/** Whether numbers of parties are ascending and among these. */
export function areAmong(parties: Uint32Array, known: ReadonlySet<number>): boolean {
  return parties.every((party, i) => known.has(party) && (i === 0 || party > parties[i - 1]));
}
