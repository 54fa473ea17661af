/**
 * What a coalition that includes the server saw of one secure aggregation, and which shares of whose secrets it
 * holds: those that clients revealed to unmask, and those that colluding clients received encrypted.
 */

import type { Packed } from '../../../src/core/kit/field.ts';
import { messagesOf } from '../../../src/core/kit/attack.ts';
import type { Member, MessageType } from '../../../src/core/kit/index.ts';
import { agreeOnSecret, KEY_BYTES, publicKey } from './curve25519.ts';
import { Delivery, Keys, Masked, Roster, Survivors, Unmasking } from './messages.ts';
import { open } from './primitives.ts';
import { ciphertextBytes, keyOf, type Secrets, secretsOf } from './secrets.ts';
import { type HeldShare, reconstruct, SHARE_BYTES } from './shares.ts';
import type { Session } from './session.ts';
import type { SumSession } from '../sums/secure-sum.ts';

/** Messages of one aggregation, by the client that sent or received them. */
export type ByClient<B> = ReadonlyMap<number, B>;

/** Everything that the coalition observed. */
export interface SeenAggregation {
  readonly keys: ByClient<{ readonly keys: Uint8Array }>;
  readonly masked: ByClient<{ readonly values: Packed }>;
  readonly rosters: ByClient<{ readonly parties: Uint32Array }>;
  readonly deliveries: ByClient<{ readonly parties: Uint32Array; readonly sealed: Uint8Array }>;
  readonly survivors: ByClient<{ readonly parties: Uint32Array }>;
  /** With the sender; a client may have answered more than once. */
  readonly answers: readonly (readonly [
    number,
    { readonly keyShares: Uint8Array; readonly seedShares: Uint8Array },
  ])[];
  /** The secrets of the coalition's own clients. */
  readonly colluding: ReadonlyMap<number, Secrets>;
}

/** What these members saw; undefined if the server does not collude. */
export function seenOf(members: readonly Member[], session: Session): SeenAggregation | undefined {
  const { clients, number } = session;
  const server = members.find(({ name }) => !clients.includes(name));
  if (server === undefined) return undefined;
  const received = <B extends { aggregation: number }>(type: MessageType<B>): ByClient<B> =>
    byClient(messagesOf(server.received, type), session, ({ from }) => from);
  const sent = <B extends { aggregation: number }>(type: MessageType<B>): ByClient<B> =>
    byClient(messagesOf(server.sent, type), session, ({ to }) => to);
  return {
    keys: received(Keys),
    masked: received(Masked),
    rosters: sent(Roster),
    deliveries: sent(Delivery),
    survivors: sent(Survivors),
    answers: messagesOf(server.received, Unmasking)
      .filter(({ body }) => body.aggregation === number)
      .map(({ from, body }) => [clients.indexOf(from), body] as const),
    colluding: new Map(
      members.flatMap((member) => {
        const party = clients.indexOf(member.name);
        return party < 0 ? [] : [[party, secretsOf(member.random(), number)] as const];
      }),
    ),
  };
}

/** Shares by owner: of its mask key, and of the seed of its self mask. */
export interface HeldShares {
  readonly key: ReadonlyMap<number, readonly HeldShare[]>;
  readonly seed: ReadonlyMap<number, readonly HeldShare[]>;
}

/** The shares of clients' secrets that a server sees and that colluding clients hold, each holder's once. */
export function heldShares(
  { keys, deliveries, survivors, answers, colluding }: SeenAggregation,
  session: Session,
): HeldShares {
  const held = { key: new Map<number, HeldShare[]>(), seed: new Map<number, HeldShare[]>() };
  const hold = (of: 'key' | 'seed', party: number, holder: number, share: Uint8Array): void => {
    const own = held[of].get(party) ?? [];
    if (own.every((one) => one.holder !== holder)) held[of].set(party, [...own, { holder, share }]);
  };

  // What clients revealed to the server: shares of the keys of parties said to have dropped out, and of the others'
  // self masks.
  for (const [holder, body] of answers) {
    const near = [...(deliveries.get(holder)?.parties ?? []), holder].toSorted((a, b) => a - b);
    const alive = new Set(survivors.get(holder)?.parties);
    const deal = (of: 'key' | 'seed', meant: readonly number[], shares: Uint8Array): void => {
      // A client that reveals more than was asked for reveals it for everybody.
      const parties = shares.length === SHARE_BYTES * near.length ? near : meant;
      parties.forEach((party, i) => {
        const share = shares.subarray(i * SHARE_BYTES, (i + 1) * SHARE_BYTES);
        if (share.length === SHARE_BYTES) hold(of, party, holder, share);
      });
    };
    deal(
      'key',
      near.filter((party) => !alive.has(party)),
      body.keyShares,
    );
    deal(
      'seed',
      near.filter((party) => alive.has(party)),
      body.seedShares,
    );
  }
  // What colluding clients received encrypted.
  for (const [holder, { sealing }] of colluding) {
    const delivery = deliveries.get(holder);
    const bytes = ciphertextBytes(session);
    delivery?.parties.forEach((party, i) => {
      const sender = keys.get(party);
      const shared = sender && agreeOnSecret(sealing, keyOf(sender.keys, 0).sealing);
      const ciphertext = delivery.sealed.subarray(i * bytes, (i + 1) * bytes);
      const plain = shared && open(shared, party, holder, ciphertext);
      if (plain === undefined) return;
      hold('key', party, holder, plain.slice(8, 8 + SHARE_BYTES));
      hold('seed', party, holder, plain.slice(8 + SHARE_BYTES, 8 + 2 * SHARE_BYTES));
    });
  }

  return held;
}

/** The known keys of pairwise masks: those of colluding clients, and those of which enough shares are held. */
export function knownMaskKeys(
  { keys, colluding }: SeenAggregation,
  held: HeldShares['key'],
  threshold: number,
): ReadonlyMap<number, Uint8Array> {
  const maskKeys = new Map([...colluding].map(([party, { masking }]) => [party, masking]));
  for (const [party, shares] of held) {
    const secret = shares.length < threshold ? undefined : reconstruct(shares.slice(0, threshold));
    const known = keys.get(party);
    // A lying party's shares need not reconstruct its key.
    if (secret && known && isOf(secret, keyOf(known.keys, 0).masking)) maskKeys.set(party, secret);
  }
  return maskKeys;
}

/** The messages of one aggregation, by the client at their other end. */
export function byClient<B extends { readonly aggregation: number }>(
  messages: readonly { readonly from: string; readonly to: string; readonly body: B }[],
  { clients, number }: SumSession,
  who: (message: { readonly from: string; readonly to: string }) => string,
): ByClient<B> {
  const own = messages.filter(({ body }) => body.aggregation === number);
  return new Map(own.map((message) => [clients.indexOf(who(message)), message.body]));
}

function isOf(secret: Uint8Array, key: Uint8Array): boolean {
  const own = publicKey(secret);
  return own.length === KEY_BYTES && own.every((byte, i) => byte === key[i]);
}
