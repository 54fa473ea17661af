/**
 * The server's half of a proven sum, called with `yield*` from any protocol's server. It is the leader of the draft's two
 * aggregators.
 */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { abort, compute, phase, type Self, send } from '../../../src/core/kit/index.ts';
import { FIELD128 } from '../vdaf/field.ts';
import type { Verifying } from '../vdaf/prio3.ts';
import { SEED_BYTES } from '../vdaf/xof.ts';
import { Accepted, AggregateShare, KeyPart, LeaderReceipt, Verdicts, Verifiers } from './messages.ts';
import { areAmong, confirm, gatherReports } from './reports.ts';
import { algorithmFor, HELPER, lengthOf, type ProvenSession } from './session.ts';
import { nextOf, takesLong } from './waiting.ts';
import { aggregateShares, verify } from './tasks.ts';

/** A sum that was opened. Parties are numbers, ascending. */
export interface ProvenSum {
  /** Of the field; the upper half represents negative integers. */
  readonly elements: readonly bigint[];
  /** Whose vectors it is of. */
  readonly survivors: readonly number[];
  /** Those whose vectors came without a valid proof. */
  readonly refused: readonly number[];
}

const LEADER = 0;

/**
 * Sums up the clients' vectors that are within bounds. Aborts, before anything is opened, if they are too few.
 * @param noise integers, which this aggregator adds to the sum
 * @param asking told of whom, before the sum is opened
 */
export function* sumProven(
  self: Self,
  session: ProvenSession,
  noise: Float64Array,
  asking: (survivors: readonly number[]) => void,
) {
  const { number: aggregation, units } = session;
  const algorithm = (party: number) => algorithmFor(session, units[party]);
  yield* phase('report');
  const part = self.random.scope('prio3', `${aggregation}`).secretKey('key');
  yield* send(HELPER, KeyPart, { aggregation, part });
  const theirs = yield* nextOf(KeyPart, HELPER, session, PATIENCE, (body) => body.part.length === SEED_BYTES);
  const reports = yield* gatherReports(session, LEADER);
  yield* checkEnough(session, reports.size, 'reports');
  if (takesLong(session)) yield* confirm(session, reports, LeaderReceipt);

  yield* phase('verify');
  const begun = yield* compute(verify, {
    number: aggregation,
    valid: session.valid,
    aggregator: LEADER,
    keyParts: [part, theirs.part],
    reports: [...reports.values()],
  });
  const kept = new Map<number, Verifying>();
  const shares: Uint8Array[] = [];
  for (const [i, party] of [...reports.keys()].entries()) {
    const one = begun[i];
    if (one === undefined) continue;
    kept.set(party, one.kept);
    shares.push(one.verifierShare);
  }
  const asked = new Set(kept.keys());
  yield* send(HELPER, Verifiers, {
    aggregation,
    parties: Uint32Array.from(asked),
    shares: joinBytes(shares),
  });
  const { valid, messages, absent } = yield* nextOf(Verdicts, HELPER, session, PATIENCE, (body) => {
    const known = areAmong(body.valid, asked) && areAmong(body.absent, asked);
    return known && body.messages.length === SEED_BYTES * body.valid.length;
  });
  const outputs = new Map<number, readonly bigint[]>();
  for (const [i, party] of valid.entries()) {
    const message = messages.subarray(i * SEED_BYTES, (i + 1) * SEED_BYTES);
    const output = algorithm(party).verifyNext(kept.get(party) as Verifying, message);
    if (output !== undefined) outputs.set(party, output);
  }
  yield* checkEnough(session, outputs.size, 'valid reports');

  yield* phase('open');
  const survivors = [...outputs.keys()];
  asking(survivors);
  yield* send(HELPER, Accepted, { aggregation, parties: Uint32Array.from(survivors) });
  const own = yield* compute(aggregateShares, { shares: [...outputs.values()], noise });
  const { share } = yield* nextOf(
    AggregateShare,
    HELPER,
    session,
    PATIENCE,
    (body) => FIELD128.decode(body.share)?.length === lengthOf(session),
  );
  // A vector is shifted by its bounds, which are those of one unit times the units.
  const all = survivors.reduce((sum, party) => sum + units[party], 0);
  const elements = algorithmFor(session, 1).unshard([own, share], all) ?? [];
  const missing = new Set([...survivors, ...absent]);
  return {
    elements,
    survivors,
    refused: [...reports.keys()].filter((party) => !missing.has(party)),
  };
}

/** How many timeouts the helper may take: it may wait for a client whose report came here. */
const PATIENCE = 2;

function* checkEnough({ threshold, clients }: ProvenSession, got: number, what: string) {
  if (got >= threshold) return;
  const missing = `${clients.length - got} of ${clients.length} are missing`;
  yield* abort(`expected at least ${threshold} ${what}, got ${got} in time: ${missing}`);
}

/** The integers that the elements of a sum represent. */
export function centred(elements: readonly bigint[]): Float64Array {
  const { modulus } = FIELD128;
  return Float64Array.from(elements, (x) => Number(2n * x > modulus ? x - modulus : x));
}
