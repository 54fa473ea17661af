/**
 * A client's half of Flamingo (Ma et al. 2023, Figure 4), called with `yield*` from any protocol's client: one message, and if
 * it is a decryptor the cross-check and its part of the reconstruction.
 */

import { abort, assert, compute, phase, type Self, send } from '../../../src/core/kit/index.ts';
import { SIGNATURE_BYTES } from '../secagg/curve25519.ts';
import { Consent, Consents } from '../secagg/messages.ts';
import { signStatement, survivorsStatement, verifyStatements } from '../secagg/statements.ts';
import type { Contributed } from '../sums/secure-sum.ts';
import { ascending, fromServer, tooFewTold } from '../sums/steps.ts';
import { boundary, graphOf, isConnected } from './graph.ts';
import { POINT_BYTES } from './group.ts';
import { Labels, Opening, Report, Taken } from './messages.ts';
import { openMasks, REQUEST_BYTES } from './opening.ts';
import { makeReport, type Peer, SEALED_BYTES } from './report.ts';
import { keysAt, pairStatement, sumSecrets } from './secrets.ts';
import { decrypting, type FlamingoSession, type OwnSetUp, quorum, type SetUp } from './session.ts';
import { setUpClient } from './set-up/client.ts';

/** A client in a sum, with what it has from the set-up. */
interface Member {
  readonly session: FlamingoSession;
  /** Its number. */
  readonly own: number;
  readonly setUp: SetUp;
  readonly kept: OwnSetUp;
}

/**
 * Contributes a vector to the sum that the server receives, which learns nothing else.
 * Aborts if the server falls silent, or does what an honest one would not.
 * @param input hands over `session.length` elements modulo `session.modulus`
 * @returns who is in the sum, if this client is a decryptor; others are not told
 */
export function* contribute(
  self: Self,
  session: FlamingoSession,
  input: () => Uint32Array,
  escrowed: readonly Uint8Array[],
) {
  assert(escrowed.length === 0, 'flamingo shares no secrets of other protocols');
  const setUp: SetUp = session.setUp ?? (yield* setUpClient(self, session));
  const kept = setUp.own;
  assert(kept !== undefined, 'a client contributes with the set-up of the server');
  const own = session.clients.indexOf(self.name);
  const member: Member = { session, own, setUp, kept };

  yield* phase('mask');
  yield* sendReport(self, member, input);

  const { share } = kept;
  const decrypts = share !== undefined && setUp.decryptors.includes(own);
  const survivors: ReadonlySet<number> = decrypts ? yield* decryptFor(member, share) : new Set();
  // The server waits for reports, for the decryptors' signatures and for what they open before.
  yield* fromServer(Taken, session, () => true, 4);
  return { survivors, escrowed: new Map() } satisfies Contributed;
}

/** Masks the vector and sends it with what opens the masks. As this ends before the client waits, it holds neither while it does. */
function* sendReport(self: Self, { session, own, setUp, kept }: Member, input: () => Uint32Array) {
  const { number: aggregation, modulus } = session;
  const near = graphOf(aggregation, setUp.parties, setUp.keys, session.neighbours).get(own) ?? [];
  const report = yield* compute(makeReport, {
    modulus,
    number: aggregation,
    input: input(),
    own,
    secrets: { ...kept.secrets, ...sumSecrets(self.random, aggregation) },
    neighbours: peers(
      setUp,
      near.filter((party) => party !== own),
    ),
    decryptors: peers(setUp, setUp.decryptors),
    key: setUp.key,
    threshold: decrypting(session),
  });
  if (report === undefined) return yield* abort('a key on the roster is unusable');
  yield* send('server', Report, { aggregation, ...report });
}

/** Cross-check and reconstruction: opens masks only if enough decryptors were sent the same labels. */
function* decryptFor({ session, own, setUp, kept }: Member, share: Uint8Array) {
  const { number: aggregation, clients, neighbours, threshold, least = 0 } = session;
  const { parties, keys, decryptors } = setUp;
  const graph = graphOf(aggregation, parties, keys, neighbours);
  const labels = yield* fromServer(Labels, session, (body) => {
    if (!ascending(body.parties, clients.length) || !body.parties.every((party) => parties.includes(party)))
      return 'wrong parties';
    const asked = boundary(graph, [...body.parties]).length;
    const right =
      body.sealed.length === SEALED_BYTES * body.parties.length &&
      body.pairs.length === REQUEST_BYTES * asked;
    return right || 'wrong shape';
  });
  const reported = [...labels.parties];
  const needed = Math.max(threshold, least);
  if (reported.length < needed) return yield* tooFewTold('clients reported', reported.length, needed);
  if (!isConnected(graph, reported))
    return yield* abort('the clients that reported are not connected', { blamed: ['server'] });
  yield* phase('consistency');
  // Otherwise the server could have masks opened that are of other pairs, or of other sums.
  const requests = boundary(graph, reported).map(([party, other], i) => {
    const at = i * REQUEST_BYTES;
    const c0 = labels.pairs.subarray(at, at + POINT_BYTES);
    return {
      key: keysAt(keys, parties.indexOf(party)).verifying,
      statement: pairStatement(aggregation, party, other, c0),
      signature: labels.pairs.subarray(at + POINT_BYTES, at + REQUEST_BYTES),
    };
  });
  if (!(yield* compute(verifyStatements, { signed: requests })))
    return yield* abort('a ciphertext is not signed by its sender');
  const statement = survivorsStatement(aggregation, reported);
  const { signature } = yield* compute(signStatement, { signing: kept.secrets.signing, statement });
  yield* send('server', Consent, { aggregation, signature: Uint8Array.from(signature) });

  const consents = yield* fromServer(Consents, session, (body) => {
    const known =
      ascending(body.parties, clients.length) && body.parties.every((party) => decryptors.includes(party));
    if (!known) return 'wrong parties';
    return body.signatures.length === SIGNATURE_BYTES * body.parties.length || 'wrong shape';
  });
  const enough = quorum(session);
  if (consents.parties.length < enough)
    return yield* tooFewTold('decryptors signed', consents.parties.length, enough);
  const signed = [...consents.parties].map((party, i) => ({
    key: keysAt(keys, parties.indexOf(party)).verifying,
    statement,
    signature: consents.signatures.subarray(SIGNATURE_BYTES * i, SIGNATURE_BYTES * (i + 1)),
  }));
  if (!(yield* compute(verifyStatements, { signed })))
    return yield* abort('the server sent other labels to other decryptors');

  yield* phase('unmask');
  const opened = yield* compute(openMasks, {
    number: aggregation,
    own,
    secrets: kept.secrets,
    share,
    reported: peers(setUp, reported),
    sealed: labels.sealed,
    pairs: labels.pairs,
  });
  yield* send('server', Opening, { aggregation, ...opened });
  return new Set(reported);
}

/** Parties with their keys to agree on secrets. */
function peers({ parties, keys }: SetUp, some: readonly number[]): Peer[] {
  return some.map((party) => ({ party, key: keysAt(keys, parties.indexOf(party)).agreeing }));
}
