/** What a coalition that includes the server saw of a set-up, and which shares of the key its decryptors hold. */

import { joinBytes } from '../../../../src/core/kit/crypto.ts';
import { messagesOf } from '../../../../src/core/kit/attack.ts';
import type { Member, MessageType } from '../../../../src/core/kit/index.ts';
import { Roster } from '../../secagg/messages.ts';
import { byClient } from '../../secagg/seen.ts';
import { Dealings, Qualified, SystemKey } from '../messages.ts';
import { KEYS_BYTES, longTermSecrets, type LongTermSecrets } from '../secrets.ts';
import { decrypting, type FlamingoSession, setUpNumber } from '../session.ts';
import { combineKey, holdShares } from './dealing.ts';

export interface SeenSetUp {
  readonly parties: readonly number[];
  readonly keys: Uint8Array;
  /** Who signed the key. */
  readonly decryptors: readonly number[];
  /** The secrets of the coalition's own clients, and their shares of the key. */
  readonly colluding: ReadonlyMap<number, { readonly secrets: LongTermSecrets; readonly share?: Uint8Array }>;
}

/** Undefined if the set-up did not end. */
export function seenSetUp(
  members: readonly Member[],
  server: Member,
  session: FlamingoSession,
): SeenSetUp | undefined {
  const number = setUpNumber(session);
  const numbered = { ...session, number };
  const sent = <B extends { readonly aggregation: number }>(type: MessageType<B>) =>
    byClient(messagesOf(server.sent, type), numbered, ({ to }) => to);
  const [roster] = sent(Roster).values();
  const [key] = sent(SystemKey).values();
  if (roster === undefined || key === undefined) return undefined;
  const parties = [...roster.parties];
  const [dealings, qualified] = [sent(Dealings), sent(Qualified)];
  const keysOf = (some: ArrayLike<number>): Uint8Array =>
    joinBytes(
      Array.from(some, (party) => {
        const place = parties.indexOf(party) * KEYS_BYTES;
        return roster.keys.subarray(place, place + KEYS_BYTES);
      }),
    );
  const shareOf = (own: number, secrets: LongTermSecrets): Uint8Array | undefined => {
    const [dealt, chosen] = [dealings.get(own), qualified.get(own)];
    if (dealt === undefined || chosen === undefined) return undefined;
    const held = holdShares.run({
      secrets,
      own,
      dealers: [...dealt.parties],
      keys: keysOf(dealt.parties),
      threshold: decrypting(session),
      commitments: dealt.commitments,
      sealed: dealt.sealed,
    });
    const shares = [...chosen.dealers].flatMap((dealer) => held.get(dealer) ?? []);
    return combineKey.run({ constants: new Uint8Array(), shares }).share;
  };
  return {
    parties,
    keys: roster.keys,
    decryptors: [...key.parties],
    colluding: new Map(
      members.flatMap((member) => {
        const own = session.clients.indexOf(member.name);
        if (own < 0) return [];
        const secrets = longTermSecrets(member.random(), number);
        const share = shareOf(own, secrets);
        return [[own, { secrets, ...(share && { share }) }] as const];
      }),
    ),
  };
}
