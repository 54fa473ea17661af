/** The server's half of LightSecAgg (So et al. 2022, Algorithm 1), called with `yield*` from any protocol's server. */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { ModularVectors, type Packed } from '../../../src/core/kit/field.ts';
import { abort, compute, phase, type Self, send, sendEach } from '../../../src/core/kit/index.ts';
import { isUsableKey, KEY_BYTES } from '../secagg/curve25519.ts';
import { Delivery, Keys, Masked, Roster, Shares, Survivors } from '../secagg/messages.ts';
import type { Aggregate } from '../sums/secure-sum.ts';
import { at, gather, numbersOf, tooFew } from '../sums/steps.ts';
import { shapeOf, shareBytes } from './masks.ts';
import { CodedSum } from './messages.ts';
import { recoverSum } from './recover.ts';
import { type CodedSession, pieceLength } from './session.ts';

/**
 * Sums up the clients' vectors without seeing any; aborts if fewer than U answer, or if more answers are wrong than
 * those beyond U can tell.
 * @param asking is called with the survivors before the sums of shares that open theirs are asked for: these may arrive
 * although the server aborts for lack of them
 */
export function* aggregate(
  _self: Self,
  session: CodedSession,
  asking?: (survivors: readonly number[]) => void,
) {
  const { number: aggregation, clients, threshold, least = 0, length, checks } = session;
  const named = (parties: readonly number[]): string[] => parties.map((party) => clients[party]);
  const sharing = yield* routeShares(session);

  // Masking and uploading of local models.
  yield* phase('mask');
  const masked = yield* gather(Masked, session, sharing, (_, { values, tag }) => {
    return (tag.length === 0 && isVector(session, values, length)) || 'wrong shape';
  });
  const enough = Math.max(threshold, least);
  if (masked.size < enough) return yield* tooFew('masked vectors', masked.size, session, enough);

  // One-shot aggregate-model recovery: any U answers decode the sum of the survivors' masks.
  const survivors = numbersOf(masked);
  asking?.(survivors);
  yield* send(named(survivors), Survivors, { aggregation, parties: Uint32Array.from(survivors) });
  yield* phase('unmask');
  const piece = pieceLength(session);
  const answers = yield* gather(
    CodedSum,
    session,
    survivors,
    (_, { values }) => isVector(session, values, piece) || 'wrong shape',
    checks === undefined ? survivors.length : Math.min(survivors.length, threshold + checks),
  );
  if (answers.size < threshold) return yield* tooFew('sums of shares', answers.size, session);
  const recovered = yield* compute(recoverSum, {
    shape: shapeOf(session),
    masked: survivors.map((party) => ({ party, values: at(masked, party).values })),
    answers: numbersOf(answers).map((party) => ({ party, values: at(answers, party).values })),
  });
  if (recovered === undefined) {
    const reason = `the sums of shares of ${answers.size} clients do not fit together`;
    // A wrong answer may be due to a wrong share, and shares come from everybody.
    return yield* abort(reason, { blamed: clients });
  }
  const result: Aggregate = { sum: recovered.sum, survivors };
  return result;
}

/** Offline encoding and sharing of local masks: passes on keys and encrypted shares. Returns who shared, ascending. */
function* routeShares(session: CodedSession) {
  const { number: aggregation, clients, threshold } = session;
  const named = (parties: readonly number[]): string[] => parties.map((party) => clients[party]);
  yield* phase('keys');
  const everybody = [...clients.keys()];
  const keys = yield* gather(Keys, session, everybody, (_, body) => {
    if (body.keys.length !== KEY_BYTES || body.signature.length !== 0) return 'wrong shape';
    return isUsableKey(body.keys) || 'a key of small order';
  });
  const keyed = numbersOf(keys);
  if (keyed.length < threshold) return yield* tooFew('public keys', keyed.length, session);
  yield* send(named(keyed), Roster, {
    aggregation,
    parties: Uint32Array.from(keyed),
    keys: joinBytes(keyed.map((party) => at(keys, party).keys)),
    signatures: new Uint8Array(),
  });

  yield* phase('secrets');
  const bytes = shareBytes(shapeOf(session));
  const shares = yield* gather(Shares, session, keyed, (_, { sealed }) => {
    return sealed.length === bytes * (keyed.length - 1) || 'wrong shape';
  });
  const sharing = numbersOf(shares);
  if (sharing.length < threshold)
    return yield* tooFew('clients that shared their masks', sharing.length, session);
  yield* sendEach(named(sharing), Delivery, (place) => {
    const receiver = sharing[place];
    const onRoster = keyed.indexOf(receiver);
    const senders = sharing.filter((sender) => sender !== receiver);
    const sealed = senders.map((sender) => {
      // A sender has no ciphertext for itself.
      const to = sender < receiver ? onRoster - 1 : onRoster;
      return at(shares, sender).sealed.subarray(to * bytes, (to + 1) * bytes);
    });
    return { aggregation, parties: Uint32Array.from(senders), sealed: joinBytes(sealed) };
  });
  return sharing;
}

function isVector({ modulus }: CodedSession, values: Packed, length: number): boolean {
  return values.length === length && new ModularVectors(modulus).holds(values);
}
