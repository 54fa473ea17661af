/**
 * A client's half of the set-up, once for many sums (Ma et al. 2023, Figure 3). The roster stands for the paper's trusted
 * registry of keys.
 */

import { joinBytes } from '../../../../src/core/kit/crypto.ts';
import { abort, compute, phase, type Self, send } from '../../../../src/core/kit/index.ts';
import { SIGNATURE_BYTES } from '../../secagg/curve25519.ts';
import { Keys, Roster } from '../../secagg/messages.ts';
import { signStatement, verifyStatements } from '../../secagg/statements.ts';
import { ascending, fromServer, tooFewTold } from '../../sums/steps.ts';
import { chooseDecryptors } from '../graph.ts';
import { POINT_BYTES, publicPoint } from '../group.ts';
import { Dealing, Dealings, Held, KeySignature, Qualified, SystemKey } from '../messages.ts';
import {
  KEYS_BYTES,
  keysAt,
  keyStatement,
  type LongTermSecrets,
  longTermSecrets,
  makeLongTermKeys,
} from '../secrets.ts';
import { decrypting, type FlamingoSession, quorum, type SetUp, setUpNumber } from '../session.ts';
import { combineKey, dealKey, DEALT_BYTES, holdShares } from './dealing.ts';

/** Everybody's keys, a client's own secrets, and who decrypts. */
interface Registry {
  readonly secrets: LongTermSecrets;
  readonly parties: readonly number[];
  readonly keys: Uint8Array;
  readonly decryptors: readonly number[];
}

/** Takes part in the set-up; aborts if the server falls silent, or announces a key that too few decryptors signed. */
export function* setUpClient(self: Self, session: FlamingoSession) {
  const setUp = setUpNumber(session);
  const own = session.clients.indexOf(self.name);
  const registry = yield* register(self, session);
  const { secrets, parties, keys, decryptors } = registry;
  const share = decryptors.includes(own) ? yield* holdKey(self, session, registry) : undefined;

  const told = yield* fromServer(
    SystemKey,
    { ...session, number: setUp },
    (body) => {
      const known = areDecryptors(body.parties, decryptors) && areDecryptors(body.dealers, decryptors);
      const right = body.key.length === POINT_BYTES;
      return (
        (known && right && body.signatures.length === SIGNATURE_BYTES * body.parties.length) || 'wrong shape'
      );
    },
    // The decryptors go first, and the server waits for each of their steps.
    PATIENCE,
  );
  yield* phase('deal');
  if (told.parties.length < quorum(session))
    return yield* tooFewTold('decryptors signed the key', told.parties.length, quorum(session));
  const statement = keyStatement(setUp, told.key, told.dealers);
  const signed = [...told.parties].map((party, i) => ({
    key: keysAt(keys, parties.indexOf(party)).verifying,
    statement,
    signature: told.signatures.subarray(SIGNATURE_BYTES * i, SIGNATURE_BYTES * (i + 1)),
  }));
  const usable = publicPoint(told.key) !== undefined;
  if (!usable || !(yield* compute(verifyStatements, { signed })))
    return yield* abort('the key is not signed by the decryptors', { blamed: ['server'] });
  return {
    parties,
    keys,
    key: told.key,
    decryptors: [...told.parties],
    own: { secrets, share },
  } satisfies SetUp;
}

/** Timeouts of the server before a client is told the key: for keys, dealings, what is held, and signatures. */
const PATIENCE = 5;

/** Public keys to the server, and everybody's back. */
function* register(self: Self, session: FlamingoSession) {
  const { clients, threshold } = session;
  const aggregation = setUpNumber(session);
  const own = clients.indexOf(self.name);
  yield* phase('keys');
  const secrets = longTermSecrets(self.random, aggregation);
  const ownKeys = yield* compute(makeLongTermKeys, secrets);
  yield* send('server', Keys, { aggregation, keys: ownKeys, signature: new Uint8Array() });
  const roster = yield* fromServer(Roster, { ...session, number: aggregation }, (body) => {
    const place = body.parties.indexOf(own);
    if (!ascending(body.parties, clients.length) || place < 0) return 'wrong parties';
    if (body.keys.length !== KEYS_BYTES * body.parties.length) return 'wrong shape';
    const told = body.keys.subarray(KEYS_BYTES * place, KEYS_BYTES * (place + 1));
    return told.every((byte, i) => byte === ownKeys[i]) || 'not the keys that were sent';
  });
  const parties = [...roster.parties];
  if (parties.length < threshold) return yield* tooFewTold('clients sent keys', parties.length, threshold);
  return {
    secrets,
    parties,
    keys: roster.keys,
    decryptors: chooseDecryptors(parties, roster.keys, session.decryptors),
  } satisfies Registry;
}

/** A decryptor's part: returns its share of the key, or nothing if it holds none of one that others hold. */
function* holdKey(self: Self, session: FlamingoSession, { secrets, parties, keys, decryptors }: Registry) {
  const aggregation = setUpNumber(session);
  const own = session.clients.indexOf(self.name);
  const numbered = { ...session, number: aggregation };
  const threshold = decrypting(session);
  const keysOf = (some: readonly number[]): Uint8Array =>
    joinBytes(
      some.map((party) => {
        const at = parties.indexOf(party);
        return keys.subarray(at * KEYS_BYTES, (at + 1) * KEYS_BYTES);
      }),
    );

  yield* phase('deal');
  const dealt = yield* compute(dealKey, {
    secrets,
    own,
    parties: decryptors,
    keys: keysOf(decryptors),
    threshold,
  });
  if (dealt === undefined) return yield* abort('a key on the roster is unusable');
  yield* send('server', Dealing, { aggregation, ...dealt });
  const all = yield* fromServer(Dealings, numbered, (body) => {
    if (!areDecryptors(body.parties, decryptors) || !body.parties.includes(own)) return 'wrong parties';
    const right =
      body.commitments.length === POINT_BYTES * threshold * body.parties.length &&
      body.sealed.length === DEALT_BYTES * (body.parties.length - 1);
    return right || 'wrong shape';
  });
  const dealers = [...all.parties];
  const { commitments, sealed } = all;
  const held = yield* compute(holdShares, {
    secrets,
    own,
    dealers,
    keys: keysOf(dealers),
    threshold,
    commitments,
    sealed,
  });
  yield* send('server', Held, { aggregation, parties: Uint32Array.from(held.keys()) });

  const qualified = yield* fromServer(Qualified, numbered, (body) => {
    const known = areDecryptors(body.dealers, decryptors) && areDecryptors(body.holders, decryptors);
    return (known && body.dealers.every((dealer) => dealers.includes(dealer))) || 'wrong parties';
  });
  if (!qualified.holders.includes(own)) return undefined;
  const enough = quorum(session);
  if (qualified.dealers.length < enough)
    return yield* tooFewTold('decryptors dealt the key', qualified.dealers.length, enough);
  if (!qualified.dealers.every((dealer) => held.has(dealer)))
    return yield* abort('the key has a share that does not fit', { blamed: ['server'] });
  const { key, share } = yield* compute(combineKey, {
    constants: joinBytes(
      [...qualified.dealers].map((dealer) => {
        const at = dealers.indexOf(dealer) * threshold * POINT_BYTES;
        return commitments.subarray(at, at + POINT_BYTES);
      }),
    ),
    shares: [...qualified.dealers].map((dealer) => held.get(dealer) as Uint8Array),
  });
  const statement = keyStatement(aggregation, key, qualified.dealers);
  const { signature } = yield* compute(signStatement, { signing: secrets.signing, statement });
  yield* send('server', KeySignature, { aggregation, signature: Uint8Array.from(signature) });
  return share;
}

/** Whether these are decryptors, each once and in order. */
function areDecryptors(some: Uint32Array, decryptors: readonly number[]): boolean {
  return some.every((party, i) => decryptors.includes(party) && (i === 0 || party > some[i - 1]));
}
