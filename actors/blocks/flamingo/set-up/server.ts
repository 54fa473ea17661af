/** The server's half of the set-up: it passes on what clients send each other, and learns only the public key. */

import { joinBytes } from '../../../../src/core/kit/crypto.ts';
import { compute, phase, type Self, send, sendEach } from '../../../../src/core/kit/index.ts';
import { isUsableKey, SIGNATURE_BYTES } from '../../secagg/curve25519.ts';
import { Keys, Roster } from '../../secagg/messages.ts';
import { at, type ByParty, gather, numbersOf, tooFew } from '../../sums/steps.ts';
import { chooseDecryptors } from '../graph.ts';
import { POINT_BYTES } from '../group.ts';
import { Dealing, Dealings, Held, KeySignature, Qualified, SystemKey } from '../messages.ts';
import { KEYS_BYTES, keysAt } from '../secrets.ts';
import { decrypting, type FlamingoSession, quorum, type SetUp, setUpNumber } from '../session.ts';
import { combineKey, commitmentsOf, DEALT_BYTES } from './dealing.ts';

/** Sets up the sums of a session; aborts if too few clients, or decryptors, take part. */
export function* setUpServer(_self: Self, session: FlamingoSession) {
  const { clients, threshold } = session;
  const aggregation = setUpNumber(session);
  const numbered = { ...session, number: aggregation };
  const named = (parties: readonly number[]): string[] => parties.map((party) => clients[party]);
  const enough = quorum(session);

  yield* phase('keys');
  const received = yield* gather(Keys, numbered, [...clients.keys()], (_, body) => {
    if (body.keys.length !== KEYS_BYTES || body.signature.length !== 0) return 'wrong shape';
    return isUsableKey(keysAt(body.keys, 0).agreeing) || 'a key of small order';
  });
  const parties = numbersOf(received);
  if (parties.length < threshold) return yield* tooFew('public keys', parties.length, session);
  const keys = joinBytes(parties.map((party) => at(received, party).keys));
  // Only decryptors answer. Messages of one phase are repeated together: whoever lost the roster gets it with the key.
  yield* phase('deal');
  yield* send(named(parties), Roster, {
    aggregation,
    parties: Uint32Array.from(parties),
    keys,
    signatures: new Uint8Array(),
  });

  const decryptors = chooseDecryptors(parties, keys, session.decryptors);
  const { dealt, held } = yield* passOnShares(numbered, decryptors);
  const { dealers, holders } = agreeing(dealt, held);
  const fewest = Math.min(dealers.length, holders.length);
  if (fewest < enough) return yield* tooFew('decryptors whose shares fit', fewest, session, enough);
  yield* send(named([...held.keys()]), Qualified, {
    aggregation,
    dealers: Uint32Array.from(dealers),
    holders: Uint32Array.from(holders),
  });

  const signatures = yield* gather(KeySignature, numbered, holders, (_, { signature }) => {
    return signature.length === SIGNATURE_BYTES || 'wrong shape';
  });
  const signing = numbersOf(signatures);
  if (signing.length < enough) return yield* tooFew('signatures of the key', signing.length, session, enough);
  const constants = dealers.map((dealer) => at(dealt, dealer).commitments.subarray(0, POINT_BYTES));
  const { key } = yield* compute(combineKey, { constants: joinBytes(constants), shares: [] });
  yield* send(named(parties), SystemKey, {
    aggregation,
    key,
    dealers: Uint32Array.from(dealers),
    parties: Uint32Array.from(signing),
    signatures: joinBytes(signing.map((party) => at(signatures, party).signature)),
  });
  return { parties, keys, key, decryptors: signing } satisfies SetUp;
}

/** Collects what decryptors deal, and hands out to each its shares. Returns what was dealt, and whose shares each one holds. */
function* passOnShares(session: FlamingoSession, decryptors: readonly number[]) {
  const { number: aggregation, clients } = session;
  const threshold = decrypting(session);
  const enough = quorum(session);
  const dealt = yield* gather(Dealing, session, decryptors, (_, { commitments, sealed }) => {
    const right =
      commitments.length === POINT_BYTES * threshold &&
      sealed.length === DEALT_BYTES * (decryptors.length - 1);
    if (!right) return 'wrong shape';
    return commitmentsOf(commitments, 0, threshold) !== undefined || 'a commitment that is no element';
  });
  const dealers = numbersOf(dealt);
  if (dealers.length < enough)
    return yield* tooFew('decryptors that dealt a key', dealers.length, session, enough);
  yield* sendEach(
    dealers.map((party) => clients[party]),
    Dealings,
    (place) => {
      const receiver = dealers[place];
      const sealed = dealers
        .filter((dealer) => dealer !== receiver)
        .map((dealer) => {
          // A dealer has no ciphertext for itself.
          const to = decryptors.indexOf(receiver) - (dealer < receiver ? 1 : 0);
          return at(dealt, dealer).sealed.subarray(to * DEALT_BYTES, (to + 1) * DEALT_BYTES);
        });
      return {
        aggregation,
        parties: Uint32Array.from(dealers),
        commitments: joinBytes(dealers.map((dealer) => at(dealt, dealer).commitments)),
        sealed: joinBytes(sealed),
      };
    },
  );
  const answers = yield* gather(Held, session, dealers, (_, body) => {
    return body.parties.every((party) => dealt.has(party)) || 'wrong parties';
  });
  const held = new Map(numbersOf(answers).map((party) => [party, new Set(at(answers, party).parties)]));
  return { dealt, held };
}

/**
 * Who dealt and who holds shares, such that everybody holds a share of everybody: whoever is in most disagreements is left out
 * of both, until there are none. Of two that disagree one is wrong.
 */
function agreeing(dealt: ByParty<unknown>, held: ByParty<ReadonlySet<number>>) {
  const left = new Set([...dealt.keys(), ...held.keys()]);
  for (;;) {
    const dealers = numbersOf(dealt).filter((party) => left.has(party));
    const holders = numbersOf(held).filter((party) => left.has(party));
    const disputes = new Map<number, number>();
    for (const holder of holders) {
      for (const dealer of dealers) {
        if (at(held, holder).has(dealer)) continue;
        for (const party of [holder, dealer]) disputes.set(party, (disputes.get(party) ?? 0) + 1);
      }
    }
    if (disputes.size === 0) return { dealers, holders };
    const most = Math.max(...disputes.values());
    for (const party of numbersOf(disputes)) {
      if (disputes.get(party) !== most) continue;
      left.delete(party);
      break;
    }
  }
}
