/** The server's half of secure aggregation (Bonawitz et al. 2017, Figure 4), called with `yield*` from any protocol's server. */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import {
  abort,
  type Behaviour,
  collect,
  compute,
  type Received,
  type MessageType,
  phase,
  type Self,
  send,
  sendEach,
} from '../../../src/core/kit/index.ts';
import { neighbourhoods } from './graph.ts';
import { type Neighbour, unmask } from './masks.ts';
import {
  Consent,
  Consents,
  Delivery,
  Keys,
  Masked,
  Roster,
  Shares,
  Survivors,
  Unmasking,
} from './messages.ts';
import { isUsableKey, KEY_BYTES, SIGNATURE_BYTES } from './curve25519.ts';
import { TAG_BYTES } from './primitives.ts';
import { ciphertextBytes, type HeldShare, keyOf, SHARE_BYTES } from './secrets.ts';
import type { Session } from './session.ts';

/** The sum of the survivors' vectors and who they are, by number. */
export interface Aggregate {
  readonly sum: Uint32Array;
  readonly survivors: readonly number[];
}

type ByParty<B> = ReadonlyMap<number, B>;
/** Of each party, its neighbours and itself, ascending. */
type Graph = ReadonlyMap<number, readonly number[]>;

/**
 * Sums up the clients' vectors without seeing any; aborts if there is no sum, and never returns a wrong one.
 * @param asking is called with the survivors before the shares that open the sum are asked for: these may arrive
 * although the server aborts for lack of them
 */
export function* aggregate(
  self: Self,
  session: Session,
  asking?: (survivors: readonly number[]) => void,
): Behaviour<Aggregate> {
  const { number: aggregation, clients, threshold, neighbours, malicious, modulus, length } = session;
  const enough = Math.max(threshold, session.least ?? 0);
  const vectors = new ModularVectors(modulus);
  const everybody = clients.map((_, j) => j);

  yield* phase('keys');
  const keys = yield* gather(Keys, session, everybody, (_, body) => {
    if (body.keys.length !== 2 * KEY_BYTES) return 'wrong shape';
    if (body.signature.length !== (malicious ? SIGNATURE_BYTES : 0)) return 'wrong shape';
    const { sealing, masking } = keyOf(body.keys, 0);
    return (isUsableKey(sealing) && isUsableKey(masking)) || 'a key of small order';
  });
  const keyed = numbersOf(keys);
  if (keyed.length < threshold) return yield* tooFew('public keys', keyed.length, session);
  const stream = self.random.scope('aggregation', `${aggregation}`).stream('graph');
  const graph = neighbourhoods(keyed, neighbours, stream);
  yield* tell(session, Roster, keyed, graph, (near) => ({
    aggregation,
    parties: Uint32Array.from(near),
    keys: joinBytes(near.map((party) => at(keys, party).keys)),
    signatures: joinBytes(near.map((party) => at(keys, party).signature)),
  }));

  yield* phase('secrets');
  const shares = yield* gather(Shares, session, keyed, (party, body) => {
    return body.sealed.length === ciphertextBytes(session) * (at(graph, party).length - 1) || 'wrong shape';
  });
  const shared = numbersOf(shares);
  if (shared.length < threshold) return yield* tooFew('clients that shared secrets', shared.length, session);
  const delivery = (party: number) => {
    const senders = at(graph, party).filter((other) => other !== party && shares.has(other));
    const sealed = joinBytes(senders.map((sender) => ciphertext(session, graph, shares, sender, party)));
    return { aggregation, parties: Uint32Array.from(senders), sealed };
  };
  yield* sendEach(
    shared.map((party) => clients[party]),
    Delivery,
    (place) => delivery(shared[place]),
  );

  yield* phase('mask');
  const masked = yield* gather(Masked, session, shared, (_, { values, tag }) => {
    const right =
      values.length === length && tag.length === TAG_BYTES && vectors.unpack(values) !== undefined;
    return right || 'wrong shape';
  });
  const survivors = numbersOf(masked);
  if (survivors.length < enough) return yield* tooFew('masked vectors', survivors.length, session, enough);
  if (!malicious) asking?.(survivors);
  yield* tell(session, Survivors, survivors, graph, (near) => ({
    aggregation,
    parties: Uint32Array.from(near.filter((party) => masked.has(party))),
  }));

  let answering = survivors;
  if (malicious) {
    yield* phase('consistency');
    const consents = yield* gather(Consent, session, survivors, (_, body) => {
      return body.signature.length === SIGNATURE_BYTES || 'wrong shape';
    });
    answering = numbersOf(consents);
    if (answering.length < threshold) return yield* tooFew('signatures', answering.length, session);
    asking?.(survivors);
    const signatures = joinBytes(answering.map((party) => at(consents, party).signature));
    yield* send(
      answering.map((party) => clients[party]),
      Consents,
      { aggregation, parties: Uint32Array.from(answering), signatures },
    );
  }

  yield* phase('unmask');
  const known = (party: number): readonly number[] => at(graph, party).filter((other) => shares.has(other));
  const revealed = yield* gather(Unmasking, session, answering, (party, body) => {
    const alive = known(party).filter((other) => masked.has(other)).length;
    const right =
      body.seedShares.length === SHARE_BYTES * alive &&
      body.keyShares.length === SHARE_BYTES * (known(party).length - alive);
    return right || 'wrong shape';
  });
  const held = heldShares(revealed, known, masked);
  const short = shared.filter((party) => (held.get(party)?.length ?? 0) < threshold);
  if (short.length > 0) {
    const least = Math.min(...short.map((party) => held.get(party)?.length ?? 0));
    return yield* tooFew(`shares of the secrets of ${names(clients, short)}`, least, session);
  }
  const neighbour = (party: number): Neighbour => ({ party, key: keyOf(at(keys, party).keys, 0).masking });
  const neighboursOf = (party: number, among: ReadonlyMap<number, unknown>): Neighbour[] =>
    known(party)
      .filter((other) => other !== party && among.has(other))
      .map(neighbour);
  const result = yield* compute(unmask, {
    modulus,
    length,
    threshold,
    survivors: survivors.map((party) => ({
      party,
      ...at(masked, party),
      neighbours: neighboursOf(party, shares),
      seedShares: at(held, party),
    })),
    dropped: shared
      .filter((party) => !masked.has(party))
      .map((party) => ({
        ...neighbour(party),
        keyShares: at(held, party),
        neighbours: neighboursOf(party, masked),
      })),
  });
  if (result instanceof Uint32Array) return { sum: result, survivors };
  const reason = `what came from or about ${names(clients, result)} does not fit together`;
  // Somebody else may be to blame: shares of a party's secrets come from everybody.
  return yield* abort(reason, { blamed: clients });
}

/** One message of a type from each of these parties, or from as many as answer in time. */
function* gather<B extends { readonly aggregation: number }>(
  type: MessageType<B>,
  { number, clients, timeoutNs }: Session,
  parties: readonly number[],
  check: (party: number, body: B) => true | string,
): Behaviour<ByParty<B>> {
  const placeOf = new Map(parties.map((party) => [clients[party], party]));
  const received: Received<B>[] = yield* collect(type, {
    count: parties.length,
    from: [...placeOf.keys()],
    timeoutNs,
    accept: ({ from, body }) =>
      body.aggregation === number ? check(placeOf.get(from) as number, body) : 'late',
  });
  return new Map(received.map(({ from, body }) => [placeOf.get(from) as number, body]));
}

/** Sends each party what concerns its neighbourhood: one message for all if that is everybody. */
function* tell<B extends object>(
  { clients }: Session,
  type: MessageType<B>,
  parties: readonly number[],
  graph: Graph,
  body: (near: readonly number[]) => NoInfer<B>,
): Behaviour {
  const groups = new Map<readonly number[], number[]>();
  for (const party of parties) {
    const near = at(graph, party);
    groups.set(near, [...(groups.get(near) ?? []), party]);
  }
  for (const [near, receivers] of groups) {
    yield* send(
      receivers.map((party) => clients[party]),
      type,
      body(near),
    );
  }
}

/** The ciphertext from one neighbour to another. */
function ciphertext(
  session: Session,
  graph: Graph,
  shares: ByParty<{ readonly sealed: Uint8Array }>,
  from: number,
  to: number,
): Uint8Array {
  const place = at(graph, from)
    .filter((party) => party !== from)
    .indexOf(to);
  const bytes = ciphertextBytes(session);
  return at(shares, from).sealed.subarray(place * bytes, (place + 1) * bytes);
}

/** The shares of each party's secret: of the self mask of a survivor, of the mask key of a party that dropped out. */
function heldShares(
  revealed: ByParty<{ readonly keyShares: Uint8Array; readonly seedShares: Uint8Array }>,
  known: (party: number) => readonly number[],
  masked: ReadonlyMap<number, unknown>,
): ReadonlyMap<number, HeldShare[]> {
  const held = new Map<number, HeldShare[]>();
  for (const [holder, { keyShares, seedShares }] of revealed) {
    const deal = (parties: readonly number[], shares: Uint8Array): void =>
      parties.forEach((party, i) => {
        const share = shares.subarray(i * SHARE_BYTES, (i + 1) * SHARE_BYTES);
        held.set(party, [...(held.get(party) ?? []), { holder, share }]);
      });
    deal(
      known(holder).filter((party) => !masked.has(party)),
      keyShares,
    );
    deal(
      known(holder).filter((party) => masked.has(party)),
      seedShares,
    );
  }
  return held;
}

function tooFew(
  what: string,
  got: number,
  { threshold, clients }: Session,
  needed = threshold,
): Behaviour<never> {
  const missing = `${clients.length - got} of ${clients.length} are missing`;
  return abort(`expected at least ${needed} ${what}, got ${got} in time: ${missing}`);
}

function names(clients: readonly string[], parties: readonly number[]): string {
  return parties.map((party) => clients[party]).join(', ');
}

/** In ascending order, whatever the order of arrival. */
function numbersOf(bodies: ByParty<unknown>): number[] {
  return [...bodies.keys()].toSorted((a, b) => a - b);
}

function at<V>(map: ReadonlyMap<number, V>, party: number): V {
  return map.get(party) as V;
}
