/**
 * What a coalition with the server makes of secure aggregations. Masks of pairs cancel out in the sum of everybody only, but
 * whoever knows one side's key takes them off: a colluding client knows its own, and t shares are anybody's. So what can be
 * opened is the sum of every connected part of those who are left (Bell et al. 2020, section 3.2: why the graph of honest
 * clients must be connected); of a part of one client, its vector.
 */

import { ModularVectors } from '../../../src/kit/field.ts';
import { messagesOf } from '../../../src/kit/attack.ts';
import type { Member, MessageType } from '../../../src/kit/index.ts';
import { agreeOnSecret, KEY_BYTES, publicKey } from './curve25519.ts';
import { addPairMask } from './masks.ts';
import { Delivery, Keys, Masked, Roster, Survivors, Unmasking } from './messages.ts';
import { open } from './primitives.ts';
import { ciphertextBytes, type HeldShare, keyOf, reconstruct, SHARE_BYTES, secretsOf } from './secrets.ts';
import type { Session } from './session.ts';

/** Who is in it, by number, and the sum of their vectors. */
export interface OpenedSum {
  readonly parties: readonly number[];
  readonly sum: Uint32Array;
}

/** Messages of one aggregation, by the client that sent them or got them. */
type ByClient<B> = ReadonlyMap<number, B>;

/** Everything that is opened of one aggregation; the sum that is meant is among it where nobody colludes. */
export function openedSums(members: readonly Member[], session: Session): OpenedSum[] {
  const { clients, threshold, modulus, length, number } = session;
  const server = members.find(({ name }) => !clients.includes(name));
  if (server === undefined) return [];
  const received = <B extends { aggregation: number }>(type: MessageType<B>): ByClient<B> =>
    byClient(messagesOf(server.received, type), session, ({ from }) => from);
  const sent = <B extends { aggregation: number }>(type: MessageType<B>): ByClient<B> =>
    byClient(messagesOf(server.sent, type), session, ({ to }) => to);
  const keys = received(Keys);
  const masked = received(Masked);
  const rosters = sent(Roster);
  const deliveries = sent(Delivery);

  const colluding = new Map(
    members.flatMap((member) => {
      const party = clients.indexOf(member.name);
      return party < 0 ? [] : [[party, secretsOf(member.random(), number)] as const];
    }),
  );
  const held = { key: new Map<number, HeldShare[]>(), seed: new Map<number, HeldShare[]>() };
  const hold = (of: 'key' | 'seed', party: number, holder: number, share: Uint8Array): void => {
    const own = held[of].get(party) ?? [];
    if (own.every((one) => one.holder !== holder)) held[of].set(party, [...own, { holder, share }]);
  };

  // What clients told the server: of whom they were told that it dropped out, shares of its key, of the others their self masks'.
  const told = sent(Survivors);
  const answers = messagesOf(server.received, Unmasking).filter(({ body }) => body.aggregation === number);
  for (const { from, body } of answers) {
    const holder = clients.indexOf(from);
    const near = [...(deliveries.get(holder)?.parties ?? []), holder].toSorted((a, b) => a - b);
    const alive = new Set(told.get(holder)?.parties);
    const deal = (of: 'key' | 'seed', meant: readonly number[], shares: Uint8Array): void => {
      // Who says more than was asked for says it of everybody.
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
  // What colluding clients were sent sealed.
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

  const maskKeys = new Map([...colluding].map(([party, { masking }]) => [party, masking]));
  for (const [party, shares] of held.key) {
    const secret = shares.length < threshold ? undefined : reconstruct(shares.slice(0, threshold));
    const known = keys.get(party);
    // Shares of somebody who lies are of nothing.
    if (secret && known && isOf(secret, keyOf(known.keys, 0).masking)) maskKeys.set(party, secret);
  }

  const vectors = new ModularVectors(modulus);
  const neighboursOf = (party: number): number[] => {
    const shared = deliveries.get(party)?.parties ?? [];
    return [...shared].filter((other) => rosters.get(party)?.parties.includes(other) === true);
  };
  const honest = [...masked.keys()].filter((party) => !colluding.has(party));
  return parts(honest, maskKeys, neighboursOf).flatMap((part) => {
    const sum = vectors.zeros(length);
    for (const party of part) {
      const seeds = held.seed.get(party) ?? [];
      const seed = seeds.length < threshold ? undefined : reconstruct(seeds.slice(0, threshold));
      const values = masked.get(party)?.values;
      const vector = values && vectors.unpack(values);
      if (seed === undefined || vector === undefined || vector.length !== sum.length) return [];
      vectors.add(sum, vector);
      vectors.subtract(sum, vectors.uniform(seed, length));
      for (const other of neighboursOf(party)) {
        const [mine, theirs] = [maskKeys.get(party), maskKeys.get(other)];
        if (part.includes(other) && mine === undefined && theirs === undefined) continue;
        const [secret, peer] = theirs === undefined ? [mine, other] : [theirs, party];
        const peerKeys = keys.get(peer);
        const shared = secret && peerKeys && agreeOnSecret(secret, keyOf(peerKeys.keys, 0).masking);
        // A neighbour of whom nothing is known and who sent no vector: its masks stay.
        if (shared === undefined) return [];
        // What the other would have added is what takes the mask off.
        addPairMask(vectors, sum, shared, other, party);
      }
    }
    return [{ parties: part, sum }];
  });
}

/** The connected parts of the graph of pairs whose mask nobody knows. */
function parts(
  parties: readonly number[],
  known: ReadonlyMap<number, unknown>,
  neighboursOf: (party: number) => readonly number[],
): number[][] {
  const left = new Set(parties);
  const found: number[][] = [];
  for (const first of parties) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const party of part) {
      if (known.has(party)) continue;
      for (const other of neighboursOf(party)) if (!known.has(other) && left.delete(other)) part.push(other);
    }
    found.push(part.toSorted((a, b) => a - b));
  }
  return found;
}

function byClient<B extends { readonly aggregation: number }>(
  letters: readonly { readonly from: string; readonly to: string; readonly body: B }[],
  { clients, number }: Session,
  who: (letter: { readonly from: string; readonly to: string }) => string,
): ByClient<B> {
  const own = letters.filter(({ body }) => body.aggregation === number);
  return new Map(own.map((letter) => [clients.indexOf(who(letter)), letter.body]));
}

function isOf(secret: Uint8Array, key: Uint8Array): boolean {
  const own = publicKey(secret);
  return own.length === KEY_BYTES && own.every((byte, i) => byte === key[i]);
}
