/** A client's half of LightSecAgg (So et al. 2022, Algorithm 1), called with `yield*` from any protocol's client. */

import { abort, assert, compute, phase, type Self, send } from '../../../src/core/kit/index.ts';
import { KEY_BYTES } from '../secagg/curve25519.ts';
import { Delivery, Keys, Masked, Roster, Shares, Survivors } from '../secagg/messages.ts';
import type { Contributed } from '../sums/secure-sum.ts';
import { ascending, fromServer, tooFewTold } from '../sums/steps.ts';
import {
  addMask,
  addShares,
  codeMask,
  type CodedSecrets,
  codedSecretsOf,
  makeSealingKey,
  openCoded,
  shapeOf,
  shareBytes,
} from './masks.ts';
import { CodedSum } from './messages.ts';
import type { CodedSession } from './session.ts';

/** A client that contributes, with its secrets. */
interface Member {
  readonly session: CodedSession;
  /** Its number in this sum. */
  readonly own: number;
  readonly secrets: CodedSecrets;
}

/**
 * Contributes a vector to the sum that the server receives, which learns nothing else.
 * Aborts if the server falls silent, or does what an honest one would not.
 * @param input hands over `session.length` elements modulo `session.modulus`
 */
export function* contribute(
  self: Self,
  session: CodedSession,
  input: () => Uint32Array,
  escrowed: readonly Uint8Array[],
) {
  assert(escrowed.length === 0, 'lightsecagg shares no secrets of other protocols');
  const member: Member = {
    session,
    own: session.clients.indexOf(self.name),
    secrets: codedSecretsOf(self.random, session.number),
  };
  const { number: aggregation } = session;
  const shape = shapeOf(session);

  const shares = yield* exchangeShares(member);

  // Masking and uploading of local models.
  yield* phase('mask');
  yield* sendMasked(member, input);

  // One-shot aggregate-model recovery: the client's part is one vector, however many dropped out.
  const survivors = yield* learnSurvivors(member, shares);
  yield* phase('unmask');
  const alive = [...survivors].map((party) => shares.get(party) as Uint32Array);
  const sum = yield* compute(addShares, { shape, shares: alive });
  yield* send('server', CodedSum, { aggregation, values: sum });
  const contributed: Contributed = { survivors, escrowed: new Map() };
  return contributed;
}

/** Masks the vector and sends it; as it ends before the client waits, it holds neither while it does. */
function* sendMasked({ session, secrets }: Member, input: () => Uint32Array) {
  const values = yield* compute(addMask, { shape: shapeOf(session), input: input(), secrets });
  yield* send('server', Masked, { aggregation: session.number, values, tag: new Uint8Array() });
}

/**
 * Offline encoding and sharing of local masks, encrypted by way of the server. Returns this client's coded share of
 * the mask of each that shared one, itself included.
 */
function* exchangeShares({ session, own, secrets }: Member) {
  const { number: aggregation, clients, threshold } = session;
  const shape = shapeOf(session);
  yield* phase('keys');
  const key = yield* compute(makeSealingKey, secrets);
  yield* send('server', Keys, { aggregation, keys: key, signature: new Uint8Array() });
  const roster = yield* fromServer(Roster, session, ({ parties, keys }) => {
    const place = parties.indexOf(own);
    if (!ascending(parties, clients.length) || place < 0) return 'wrong parties';
    if (keys.length !== KEY_BYTES * parties.length) return 'wrong shape';
    const ownKey = keys.subarray(KEY_BYTES * place, KEY_BYTES * (place + 1));
    return ownKey.every((byte, i) => byte === key[i]) || 'not the key that was sent';
  });
  const parties = [...roster.parties];
  if (parties.length < threshold) return yield* tooFewTold('clients sent keys', parties.length, threshold);

  yield* phase('secrets');
  const coded = yield* compute(codeMask, { shape, secrets, own, parties, keys: roster.keys });
  if (coded === undefined) return yield* abort('a key on the roster is unusable');
  yield* send('server', Shares, { aggregation, sealed: coded.sealed });

  const received = yield* fromServer(Delivery, session, (body) => {
    const known =
      ascending(body.parties, clients.length) && body.parties.every((party) => parties.includes(party));
    if (!known || body.parties.includes(own)) return 'wrong parties';
    return body.sealed.length === shareBytes(shape) * body.parties.length || 'wrong shape';
  });
  const sharing = received.parties.length + 1;
  if (sharing < threshold) return yield* tooFewTold('clients shared their masks', sharing, threshold);
  const others = [...received.parties];
  const shares = yield* compute(openCoded, {
    shape,
    own,
    parties: others,
    sealed: received.sealed,
    shared: others.map((party) => coded.shared[parties.indexOf(party)]),
  });
  if (shares === undefined) return yield* abort('a share was not made for this client');
  return new Map([[own, coded.kept], ...others.map((party, i) => [party, shares[i]] as const)]);
}

/** Who sent a masked vector: enough that the sum hides each of them, and all of them clients whose shares are held. */
function* learnSurvivors({ session, own }: Member, shares: ReadonlyMap<number, Uint32Array>) {
  const { clients, threshold, least = 0 } = session;
  const told = yield* fromServer(Survivors, session, ({ parties }) => {
    const known = ascending(parties, clients.length) && parties.every((party) => shares.has(party));
    return (known && parties.includes(own)) || 'wrong parties';
  });
  const needed = Math.max(threshold, least);
  if (told.parties.length < needed)
    return yield* tooFewTold('clients sent vectors', told.parties.length, needed);
  return new Set(told.parties);
}
