/** The half of a proven sum of the aggregator that does not collude with the server: the draft's helper. */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { abort, compute, phase, type Self, send } from '../../../src/core/kit/index.ts';
import { SEED_BYTES } from '../vdaf/xof.ts';
import { Accepted, AggregateShare, KeyPart, Receipt, Verdicts, Verified, Verifiers } from './messages.ts';
import { areAmong, confirm, gatherReports } from './reports.ts';
import { algorithmFor, type ProvenSession } from './session.ts';
import { nextOf, takesLong } from './waiting.ts';
import { aggregateShares, decide, type OwnReport, verify } from './tasks.ts';

const HELPERS_NUMBER = 1;

/**
 * Takes part in one sum. Aborts if the server falls silent, or asks for the sum of fewer clients than agreed on, or of others than
 * those whose proofs are valid.
 * @param noise integers, which this aggregator adds to the sum
 */
export function* helpSum(self: Self, session: ProvenSession, noise: Float64Array) {
  const { number: aggregation, valid, units, threshold } = session;
  const algorithm = (party: number) => algorithmFor(session, units[party]);
  // Between sums the server waits for clients, and tells them what they need.
  const theirs = yield* nextOf(
    KeyPart,
    'server',
    session,
    PATIENCE,
    (body) => body.part.length === SEED_BYTES,
  );
  yield* phase('report');
  const part = self.random.scope('prio3', `${aggregation}`).secretKey('key');
  yield* send('server', KeyPart, { aggregation, part });

  const reports = yield* gatherReports(session, HELPERS_NUMBER);
  yield* confirm(session, reports, Receipt);

  yield* phase('verify');
  const asked = yield* nextOf(Verifiers, 'server', session, 2, (body) => haveShares(session, body));
  const parties = [...asked.parties];
  const common = parties.filter((party) => reports.has(party));
  const begun = yield* compute(verify, {
    number: aggregation,
    valid,
    aggregator: HELPERS_NUMBER,
    keyParts: [theirs.part, part],
    reports: common.map((party) => reports.get(party) as OwnReport),
  });
  const leaders = splitShares(session, parties, asked.shares);
  const both = common.flatMap((party, i) => {
    const own = begun[i];
    const leader = leaders.get(party);
    return own === undefined || leader === undefined ? [] : [{ party, leader, ...own }];
  });
  const decided = yield* compute(decide, {
    number: aggregation,
    valid,
    reports: both.map(({ party, leader, verifierShare }) => {
      return { units: units[party], shares: [leader, verifierShare] };
    }),
  });
  const passed = both.flatMap(({ party, kept }, i) => {
    const message = decided[i];
    const output = message && algorithm(party).verifyNext(kept, message);
    return message === undefined || output === undefined ? [] : [{ party, message, output }];
  });
  yield* send('server', Verdicts, {
    aggregation,
    valid: Uint32Array.from(passed, ({ party }) => party),
    messages: joinBytes(passed.map(({ message }) => message)),
    absent: Uint32Array.from(parties.filter((party) => !reports.has(party))),
  });
  if (takesLong(session)) yield* confirm(session, reports, Verified);

  yield* phase('open');
  const outputs = new Map(passed.map(({ party, output }) => [party, output]));
  const accepted = yield* nextOf(Accepted, 'server', session, 2, (body) =>
    areAmong(body.parties, new Set(outputs.keys())),
  );
  if (accepted.parties.length < threshold) {
    const reason = `expected a sum of at least ${threshold} clients, got one of ${accepted.parties.length}`;
    return yield* abort(reason, { blamed: ['server'] });
  }
  const shares = [...accepted.parties].map((party) => outputs.get(party) as readonly bigint[]);
  const share = yield* compute(aggregateShares, { shares, noise });
  yield* send('server', AggregateShare, { aggregation, share });
}

/** How many timeouts may pass between two sums. */
const PATIENCE = 4;

/** Whether these are parties, and verifier shares of as many. */
function haveShares(
  session: ProvenSession,
  { parties, shares }: { readonly parties: Uint32Array; readonly shares: Uint8Array },
): boolean {
  const known = new Set(session.clients.keys());
  return (
    areAmong(parties, known) &&
    shares.length === parties.reduce((sum, party) => sum + verifierBytes(session, party), 0)
  );
}

/** The leader's verifier shares by party. */
function splitShares(
  session: ProvenSession,
  parties: readonly number[],
  shares: Uint8Array,
): ReadonlyMap<number, Uint8Array> {
  let at = 0;
  return new Map(
    parties.map((party) => [party, shares.subarray(at, (at += verifierBytes(session, party)))] as const),
  );
}

function verifierBytes(session: ProvenSession, party: number): number {
  return algorithmFor(session, session.units[party]).verifierShareBytes;
}
