/** A client's half of secure aggregation (Bonawitz et al. 2017, Figure 4), called with `yield*` from any protocol's client. */

import { joinBytes, toHex } from '../../../src/core/kit/crypto.ts';
import { abort, collect, compute, handedOver, phase, type Self, send } from '../../../src/core/kit/index.ts';
import { ascending, fromServer, tooFewTold } from '../sums/steps.ts';
import { maskInput, type Neighbours } from './masks.ts';
import {
  Consent,
  Consents,
  Delivery,
  Identity,
  Keys,
  Masked,
  Roster,
  Shares,
  Survivors,
  Unmasking,
} from './messages.ts';
import { KEY_BYTES, SIGNATURE_BYTES } from './curve25519.ts';
import {
  ciphertextBytes,
  makeKeys,
  maskingKeys,
  openShares,
  shareSecrets,
  type Secrets,
  secretsOf,
} from './secrets.ts';
import { ESCROWED_SHARES, KEY_SHARE, pieces, SEED_SHARE, sharesAt } from './shares.ts';
import type { Session } from './session.ts';
import { keysStatement, signStatement, survivorsStatement, verifyStatements } from './statements.ts';

/** A client that contributes, with its secrets. */
interface Member {
  readonly session: Session;
  /** Its number in this aggregation. */
  readonly own: number;
  readonly secrets: Secrets;
}

/** What a client knows once its neighbours have sent their keys. */
interface Neighbourhood {
  /** Itself and its neighbours, ascending. */
  readonly parties: readonly number[];
  readonly keys: Uint8Array;
  /** The keys that verify signatures, in the malicious setting. */
  readonly identities: ReadonlyMap<number, Uint8Array>;
}

/**
 * Contributes a vector to the sum that the server receives, which learns nothing else.
 * Aborts if the server falls silent, or does what an honest one would not.
 * @param input `session.length` elements modulo `session.modulus`
 * @returns which of the parties that share secrets with this client are in the sum, by number
 */
export function* contribute(self: Self, session: Session, input: Uint32Array) {
  return (yield* contributeWithEscrow(self, session, handedOver(input), [])).survivors;
}

/** Contributes a vector that is handed over, and `session.escrowed` secrets of 32 bytes each that survivors can reconstruct together. */
export function* contributeWithEscrow(
  self: Self,
  session: Session,
  input: () => Uint32Array,
  escrowed: readonly Uint8Array[],
) {
  const secrets = { ...secretsOf(self.random, session.number), escrowed };
  const own = session.clients.indexOf(self.name);
  const member: Member = { session, own, secrets };
  const neighbourhood = yield* exchangeKeys(member);

  const { opening, kept, received } = yield* exchangeShares(member, neighbourhood);

  yield* phase('mask');
  const shared = [...received.parties];
  const places = shared.map((party) => neighbourhood.parties.indexOf(party));
  yield* sendMasked(member, { parties: shared, keys: maskingKeys(neighbourhood.keys, places) }, input);

  const survivors = yield* agreeOnSurvivors(member, neighbourhood, shared);

  yield* phase('unmask');
  const amongOthers = shared.map((party, i) => places[i] - (party > own ? 1 : 0));
  const opened = yield* compute(openShares, {
    own,
    parties: shared,
    sealed: received.sealed,
    keys: pieces(opening, KEY_BYTES, amongOthers, 0, KEY_BYTES),
    escrowed: session.escrowed,
  });
  if (opened === undefined) return yield* abort('a share was not made for this client');
  const below = shared.filter((party) => party < own).length;
  const known = shared.toSpliced(below, 0, own);
  const at = below * kept.length;
  const records = joinBytes([opened.subarray(0, at), kept, opened.subarray(at)]);
  const reveal = (position: number, meant: (party: number) => boolean): Uint8Array => {
    const of = known.flatMap((party, i) => (meant(party) ? [i] : []));
    return sharesAt(records, of, position, session.escrowed);
  };
  // For each party one share or the other, never both: with both the server could remove its masks.
  yield* send('server', Unmasking, {
    aggregation: session.number,
    keyShares: reveal(KEY_SHARE, (party) => !survivors.has(party)),
    seedShares: reveal(SEED_SHARE, (party) => survivors.has(party)),
  });
  const escrowedBy = (place: number): Uint8Array[] =>
    escrowed.map((_, e) => sharesAt(records, [place], ESCROWED_SHARES + e, session.escrowed));
  return { survivors, escrowed: new Map(known.map((party, i) => [party, escrowedBy(i)])) };
}

/** Round 0: public keys to the server, and everybody's back. */
function* exchangeKeys({ session, own, secrets }: Member) {
  const { number: aggregation, clients, threshold, malicious } = session;
  yield* phase('keys');
  const keys = yield* compute(makeKeys, secrets);
  let signature = new Uint8Array();
  if (malicious) {
    const statement = keysStatement(aggregation, own, keys);
    const signed = yield* compute(signStatement, { signing: secrets.signing, statement });
    signature = Uint8Array.from(signed.signature);
    const others = clients.filter((_, party) => party !== own);
    yield* send(others, Identity, { aggregation, key: signed.key });
  }
  yield* send('server', Keys, { aggregation, keys, signature });

  const roster = yield* fromServer(Roster, session, ({ parties, keys: all, signatures }) => {
    const place = parties.indexOf(own);
    if (!ascending(parties, clients.length) || place < 0) return 'wrong parties';
    if (all.length !== 2 * KEY_BYTES * parties.length) return 'wrong shape';
    if (signatures.length !== (malicious ? SIGNATURE_BYTES * parties.length : 0)) return 'wrong shape';
    const ownKeys = all.subarray(2 * KEY_BYTES * place, 2 * KEY_BYTES * (place + 1));
    return ownKeys.every((byte, i) => byte === keys[i]) || 'not the keys that were sent';
  });
  const parties = [...roster.parties];
  if (parties.length < threshold) return yield* tooFewTold('clients sent keys', parties.length, threshold);
  if (!distinctKeys(roster.keys)) return yield* abort('two clients have one key');
  if (!malicious) return { parties, keys: roster.keys, identities: new Map() };

  const others = parties.filter((party) => party !== own);
  const identities = yield* collectIdentities(session, others);
  const signed = others.map((party) => {
    const at = parties.indexOf(party);
    return {
      key: identities.get(party) ?? new Uint8Array(),
      statement: keysStatement(
        aggregation,
        party,
        roster.keys.subarray(2 * KEY_BYTES * at, 2 * KEY_BYTES * (at + 1)),
      ),
      signature: roster.signatures.subarray(SIGNATURE_BYTES * at, SIGNATURE_BYTES * (at + 1)),
    };
  });
  if (!(yield* compute(verifyStatements, { signed })))
    return yield* abort('a key on the roster is not signed by its owner');
  return { parties, keys: roster.keys, identities };
}

function* collectIdentities({ number, clients, timeoutNs }: Session, parties: readonly number[]) {
  const received = yield* collect(Identity, {
    count: parties.length,
    from: parties.map((party) => clients[party]),
    timeoutNs,
    accept: ({ body }) =>
      body.aggregation === number ? body.key.length === KEY_BYTES || 'wrong shape' : 'late',
  });
  return new Map(received.map(({ from, body }) => [clients.indexOf(from), body.key]));
}

/** Round 1: encrypted shares of both secrets to the neighbours, and theirs back. */
function* exchangeShares({ session, own, secrets }: Member, { parties, keys }: Neighbourhood) {
  const { number: aggregation, threshold } = session;
  yield* phase('secrets');
  const sharing = yield* compute(shareSecrets, { secrets, own, parties, keys, threshold });
  if (sharing === undefined) return yield* abort('a key on the roster is unusable');
  yield* send('server', Shares, { aggregation, sealed: sharing.sealed });

  const received = yield* fromServer(Delivery, session, (body) => {
    const known =
      ascending(body.parties, session.clients.length) &&
      body.parties.every((party) => parties.includes(party));
    if (!known || body.parties.includes(own)) return 'wrong parties';
    return body.sealed.length === ciphertextBytes(session) * body.parties.length || 'wrong shape';
  });
  const shared = received.parties.length + 1;
  if (shared < threshold) return yield* tooFewTold('clients shared their secrets', shared, threshold);
  // Its own ciphertexts are not needed while it waits for the sum.
  return { opening: sharing.opening, kept: sharing.kept, received };
}

/** Round 2: masks the vector and sends it. As this ends before the client waits, it holds neither while it does. */
function* sendMasked({ session, own, secrets }: Member, neighbours: Neighbours, input: () => Uint32Array) {
  const masked = yield* compute(maskInput, {
    modulus: session.modulus,
    input: input(),
    own,
    masking: secrets.masking,
    self: secrets.self,
    neighbours,
  });
  if (masked === undefined) return yield* abort('a key on the roster is unusable');
  yield* send('server', Masked, { aggregation: session.number, ...masked });
}

/** Rounds 2 to 3: who sent a masked vector and, in the malicious setting, whether all were sent the same survivors. */
function* agreeOnSurvivors(
  { session, own, secrets }: Member,
  { identities }: Neighbourhood,
  shared: readonly number[],
) {
  const { number: aggregation, clients, threshold, malicious } = session;
  const possible = new Set([...shared, own]);
  const told = yield* fromServer(Survivors, session, ({ parties }) => {
    const known = ascending(parties, clients.length) && parties.every((party) => possible.has(party));
    return (known && parties.includes(own)) || 'wrong parties';
  });
  // In a sparse graph only the server knows whether there are enough in all.
  const needed = session.neighbours === undefined ? Math.max(threshold, session.least ?? 0) : threshold;
  if (told.parties.length < needed)
    return yield* tooFewTold('clients sent vectors', told.parties.length, needed);
  const survivors = new Set(told.parties);
  if (!malicious) return survivors;

  yield* phase('consistency');
  const statement = survivorsStatement(aggregation, told.parties);
  const { signature } = yield* compute(signStatement, { signing: secrets.signing, statement });
  yield* send('server', Consent, { aggregation, signature });
  const consents = yield* fromServer(Consents, session, ({ parties, signatures }) => {
    const known = ascending(parties, clients.length) && parties.every((party) => survivors.has(party));
    if (!known) return 'wrong parties';
    return signatures.length === SIGNATURE_BYTES * parties.length || 'wrong shape';
  });
  const { parties, signatures } = consents;
  if (parties.length < threshold) return yield* tooFewTold('clients signed', parties.length, threshold);
  const signed = [...parties].flatMap((party, i) => {
    const one = signatures.subarray(SIGNATURE_BYTES * i, SIGNATURE_BYTES * (i + 1));
    const key = identities.get(party) ?? new Uint8Array();
    return party === own ? [] : [{ key, statement, signature: one }];
  });
  if (!(yield* compute(verifyStatements, { signed })))
    return yield* abort('the server announced other survivors to others');
  return survivors;
}

function distinctKeys(keys: Uint8Array): boolean {
  const all = Array.from({ length: keys.length / KEY_BYTES }, (_, i) =>
    toHex(keys.subarray(KEY_BYTES * i, KEY_BYTES * (i + 1))),
  );
  return new Set(all).size === all.length;
}
