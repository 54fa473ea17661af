/** The server's half of Flamingo (Ma et al. 2023, Figure 4), called with `yield*` from any protocol's server. */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import { abort, compute, phase, type Self, send, sendEach } from '../../../src/core/kit/index.ts';
import { SIGNATURE_BYTES } from '../secagg/curve25519.ts';
import { Consent, Consents } from '../secagg/messages.ts';
import { TAG_BYTES } from '../secagg/primitives.ts';
import { type HeldShare, SHARE_BYTES } from '../secagg/shares.ts';
import type { Graph } from '../secagg/graph.ts';
import type { Aggregate } from '../sums/secure-sum.ts';
import { at, type ByParty, gather, numbersOf, tooFew } from '../sums/steps.ts';
import { boundary, graphOf, isConnected } from './graph.ts';
import { POINT_BYTES } from './group.ts';
import { Labels, Opening, Report, Taken } from './messages.ts';
import { isShare } from './opening.ts';
import { reconstructSum } from './reconstruct.ts';
import { PAIR_BYTES, type Pair, pairAt, type Reported, SEALED_BYTES } from './report.ts';
import { decrypting, type FlamingoSession, quorum, type SetUp } from './session.ts';
import { setUpServer } from './set-up/server.ts';

/**
 * Sums up the clients' vectors without seeing any; aborts if there is no sum, and never returns one that does not fit what
 * clients and decryptors sent.
 * @param asking is called with the survivors before decryptors are asked to open their masks: they may do so although the
 * server aborts for lack of others
 */
export function* aggregate(
  self: Self,
  session: FlamingoSession,
  asking?: (survivors: readonly number[]) => void,
) {
  const setUp: SetUp = session.setUp ?? (yield* setUpServer(self, session));
  const graph = graphOf(session.number, setUp.parties, setUp.keys, session.neighbours);
  const reports = yield* collectReports(session, setUp, graph);
  const survivors = numbersOf(reports);
  const pairs = boundary(graph, survivors).map(([party, other]) => ({
    party,
    other,
    ...pairOf(graph, at(reports, party), party, other),
  }));
  const reported: Reports = { reports, survivors, pairs };
  const signing = yield* crossCheck(session, setUp, reported, asking);
  return yield* reconstruct(session, reported, signing);
}

/** What came in the report step. */
interface Reports {
  readonly reports: ByParty<Reported>;
  /** Who reported, ascending. */
  readonly survivors: readonly number[];
  /** Those of which only the first reported. */
  readonly pairs: readonly (Pair & { readonly party: number; readonly other: number })[];
}

/** The report step: from every client one message. */
function* collectReports(session: FlamingoSession, { parties, decryptors }: SetUp, graph: Graph) {
  const { modulus, length, threshold, least = 0 } = session;
  const vectors = new ModularVectors(modulus);
  yield* phase('mask');
  const reports = yield* gather(Report, session, parties, (party, { values, tag, sealed, pairs }) => {
    const neighbours = (graph.get(party) ?? []).length - 1;
    const right =
      values.length === length &&
      tag.length === TAG_BYTES &&
      sealed.length === SEALED_BYTES * decryptors.length &&
      pairs.length === PAIR_BYTES * neighbours &&
      vectors.holds(values);
    return right || 'wrong shape';
  });
  const enough = Math.max(threshold, least);
  if (reports.size < enough) return yield* tooFew('reports', reports.size, session, enough);
  if (!isConnected(graph, numbersOf(reports)))
    return yield* abort('the clients that reported are not connected');
  return reports;
}

/** The cross-check: decryptors sign who reported, and are sent what the others signed. Returns who signed. */
function* crossCheck(
  session: FlamingoSession,
  { decryptors }: SetUp,
  { reports, survivors, pairs }: Reports,
  asking?: (survivors: readonly number[]) => void,
) {
  const { number: aggregation, clients } = session;
  const named = (some: readonly number[]): string[] => some.map((party) => clients[party]);
  yield* phase('consistency');
  const requests = joinBytes(pairs.flatMap(({ c0, signature }) => [c0, signature]));
  yield* sendEach(named(decryptors), Labels, (place) => ({
    aggregation,
    parties: Uint32Array.from(survivors),
    sealed: joinBytes(
      survivors.map((party) =>
        at(reports, party).sealed.subarray(place * SEALED_BYTES, (place + 1) * SEALED_BYTES),
      ),
    ),
    pairs: requests,
  }));
  const consents = yield* gather(Consent, session, decryptors, (_, { signature }) => {
    return signature.length === SIGNATURE_BYTES || 'wrong shape';
  });
  const signing = numbersOf(consents);
  const needed = quorum(session);
  if (signing.length < needed)
    return yield* tooFew('signatures of decryptors', signing.length, session, needed);
  asking?.(survivors);
  yield* send(named(signing), Consents, {
    aggregation,
    parties: Uint32Array.from(signing),
    signatures: joinBytes(signing.map((party) => at(consents, party).signature)),
  });
  return signing;
}

/** Reconstruction: the masks in the sum, from what decryptors open. */
function* reconstruct(
  session: FlamingoSession,
  { reports, survivors, pairs }: Reports,
  signing: readonly number[],
) {
  const { number, clients, modulus, length } = session;
  const named = (some: readonly number[]): string[] => some.map((party) => clients[party]);
  yield* phase('unmask');
  const openings = yield* gather(Opening, session, signing, (_, { shares, parts }) => {
    const right =
      shares.length === SHARE_BYTES * survivors.length && parts.length === POINT_BYTES * pairs.length;
    return right || 'wrong shape';
  });
  const threshold = decrypting(session);
  const held = survivors.map((_, i) => sharesAt(openings, i));
  const fewest = Math.min(openings.size, ...held.map((shares) => shares.length));
  if (fewest < threshold) return yield* tooFew('decryptors that open the masks', fewest, session, threshold);
  const decryptors = numbersOf(openings).slice(0, threshold);
  const sum = yield* compute(reconstructSum, {
    modulus,
    length,
    number,
    threshold,
    reports: survivors.map((party, i) => {
      const { values, tag } = at(reports, party);
      return { party, values, tag, shares: held[i] };
    }),
    pairs: pairs.map(({ party, other, c1, check }, i) => ({
      party,
      other,
      c1,
      check,
      parts: decryptors.map((holder) =>
        at(openings, holder).parts.subarray(i * POINT_BYTES, (i + 1) * POINT_BYTES),
      ),
    })),
    decryptors,
  });
  if (!(sum instanceof Uint32Array)) {
    const reason = `the masks of ${named(sum).join(', ')} do not fit what was sent`;
    // Either what they sent is wrong, or what a decryptor opened.
    return yield* abort(reason, { blamed: named([...new Set([...sum, ...decryptors])]) });
  }
  // Only now, when nothing more is awaited: what was sent before another's answer is not repeated to whoever missed it.
  yield* send(named(survivors), Taken, { aggregation: number });
  return { sum, survivors } satisfies Aggregate;
}

/** What a client reported about one neighbour. */
function pairOf(graph: Graph, { pairs }: Reported, party: number, other: number): Pair {
  const near = (graph.get(party) ?? []).filter((one) => one !== party);
  return pairAt(pairs, near.indexOf(other));
}

/** The shares of the individual mask of the client at this place, by decryptors that could decrypt theirs. */
function sharesAt(openings: ByParty<{ readonly shares: Uint8Array }>, place: number): HeldShare[] {
  return numbersOf(openings).flatMap((holder) => {
    const share = at(openings, holder).shares.subarray(place * SHARE_BYTES, (place + 1) * SHARE_BYTES);
    return isShare(share) ? [{ holder, share }] : [];
  });
}
