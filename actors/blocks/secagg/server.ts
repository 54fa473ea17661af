/** The server's half of secure aggregation (Bonawitz et al. 2017, Figure 4), called with `yield*` from any protocol's server. */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import {
  abort,
  compute,
  type MessageType,
  phase,
  type Self,
  send,
  sendEach,
} from '../../../src/core/kit/index.ts';
import { at, type ByParty, gather, names, numbersOf, tooFew } from '../sums/steps.ts';
import { type Graph, neighbourhoods, othersOf, placeAmongOthers, subgraph } from './graph.ts';
import { type Neighbours, unmask } from './masks.ts';
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
import { ciphertextBytes, keyOf } from './secrets.ts';
import { type GatheredShares, SHARE_BYTES } from './shares.ts';
import type { Session } from './session.ts';

/**
 * Sums up the clients' vectors without seeing any; aborts if there is no sum, and never returns a wrong one.
 * @param asking is called with the survivors before the shares that open the sum are asked for: these may arrive
 * although the server aborts for lack of them
 */
export function* aggregate(self: Self, session: Session, asking?: (survivors: readonly number[]) => void) {
  const { graph, maskingKey } = yield* exchangeKeys(self, session);
  const sharing = yield* exchangeShares(session, graph);
  const masked = yield* collectMasked(session, sharing);
  const surviving = subgraph(sharing, numbersOf(masked));
  const answering = yield* agreeOnSurvivors(session, surviving, asking);
  const shares = yield* collectShares(session, sharing, surviving, answering);

  const { clients, threshold, modulus, length } = session;
  const neighbours = (parties: readonly number[]): Neighbours => ({
    parties,
    keys: joinBytes(parties.map(maskingKey)),
  });
  const survivors = [...surviving.keys()];
  const result = yield* compute(unmask, {
    modulus,
    length,
    threshold,
    survivors: survivors.map((party) => ({
      party,
      ...at(masked, party),
      neighbours: neighbours(othersOf(sharing, party)),
      seedShares: at(shares, party),
    })),
    dropped: [...sharing.keys()]
      .filter((party) => !surviving.has(party))
      .map((party) => ({
        party,
        key: maskingKey(party),
        keyShares: at(shares, party),
        neighbours: neighbours(at(sharing, party).filter((other) => surviving.has(other))),
      })),
  });
  if (result instanceof Uint32Array) return { sum: result, survivors };
  const reason = `what came from or about ${names(clients, result)} does not fit together`;
  // Somebody else may be to blame: shares of a party's secrets come from everybody.
  return yield* abort(reason, { blamed: clients });
}

/** Round 0: the clients' public keys to their neighbours. Returns who is whose neighbour, and the keys for masks. */
function* exchangeKeys(self: Self, session: Session) {
  const { number: aggregation, clients, threshold, neighbours, malicious } = session;
  yield* phase('keys');
  const everybody = clients.map((_, j) => j);
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
  yield* tell(session, Roster, graph, (near) => ({
    aggregation,
    parties: Uint32Array.from(near),
    keys: joinBytes(near.map((party) => at(keys, party).keys)),
    signatures: joinBytes(near.map((party) => at(keys, party).signature)),
  }));
  const masking = new Map(keyed.map((party) => [party, keyOf(at(keys, party).keys, 0).masking]));
  return { graph, maskingKey: (party: number) => at(masking, party) };
}

/** Round 1: the encrypted shares of the clients' secrets to their neighbours. Returns the graph of those that shared. */
function* exchangeShares(session: Session, graph: Graph) {
  const { number: aggregation, clients, threshold } = session;
  const bytes = ciphertextBytes(session);
  yield* phase('secrets');
  const shares = yield* gather(Shares, session, [...graph.keys()], (party, { sealed }) => {
    return sealed.length === bytes * othersOf(graph, party).length || 'wrong shape';
  });
  const shared = numbersOf(shares);
  if (shared.length < threshold) return yield* tooFew('clients that shared secrets', shared.length, session);
  const sharing = subgraph(graph, shared);
  const ciphertext = (from: number, to: number): Uint8Array => {
    const place = placeAmongOthers(graph, from, to);
    return at(shares, from).sealed.subarray(place * bytes, (place + 1) * bytes);
  };
  const delivery = (party: number) => {
    const senders = othersOf(sharing, party);
    const sealed = joinBytes(senders.map((sender) => ciphertext(sender, party)));
    return { aggregation, parties: Uint32Array.from(senders), sealed };
  };
  yield* sendEach(
    shared.map((party) => clients[party]),
    Delivery,
    (place) => delivery(shared[place]),
  );
  return sharing;
}

/** Round 2: the clients' vectors under all their masks. */
function* collectMasked(session: Session, sharing: Graph) {
  const { threshold, least = 0, modulus, length } = session;
  const vectors = new ModularVectors(modulus);
  yield* phase('mask');
  const masked = yield* gather(Masked, session, [...sharing.keys()], (_, { values, tag }) => {
    const right = values.length === length && tag.length === TAG_BYTES && vectors.holds(values);
    return right || 'wrong shape';
  });
  const enough = Math.max(threshold, least);
  if (masked.size < enough) return yield* tooFew('masked vectors', masked.size, session, enough);
  return masked;
}

/** Rounds 2 and 3: all survivors learn who they are, and sign it in the malicious setting. Returns who still answers. */
function* agreeOnSurvivors(
  session: Session,
  surviving: Graph,
  asking?: (survivors: readonly number[]) => void,
) {
  const { number: aggregation, clients, threshold, malicious } = session;
  const survivors = [...surviving.keys()];
  if (!malicious) asking?.(survivors);
  yield* tell(session, Survivors, surviving, (near) => ({ aggregation, parties: Uint32Array.from(near) }));
  if (!malicious) return survivors;

  yield* phase('consistency');
  const consents = yield* gather(Consent, session, survivors, (_, { signature }) => {
    return signature.length === SIGNATURE_BYTES || 'wrong shape';
  });
  const answering = numbersOf(consents);
  if (answering.length < threshold) return yield* tooFew('signatures', answering.length, session);
  asking?.(survivors);
  const signatures = joinBytes(answering.map((party) => at(consents, party).signature));
  yield* send(
    answering.map((party) => clients[party]),
    Consents,
    { aggregation, parties: Uint32Array.from(answering), signatures },
  );
  return answering;
}

/** Round 4: shares of the secret of each party, enough to reconstruct it. */
function* collectShares(session: Session, sharing: Graph, surviving: Graph, answering: readonly number[]) {
  yield* phase('unmask');
  const revealed = yield* gather(Unmasking, session, answering, (party, { keyShares, seedShares }) => {
    const alive = at(surviving, party).length;
    const dropped = at(sharing, party).length - alive;
    const right = seedShares.length === SHARE_BYTES * alive && keyShares.length === SHARE_BYTES * dropped;
    return right || 'wrong shape';
  });
  const shares = sharesByOwner(revealed, sharing, surviving, session.threshold);
  const held = (party: number): number => shares.get(party)?.holders.length ?? 0;
  const short = [...sharing.keys()].filter((party) => held(party) < session.threshold);
  if (short.length === 0) return shares;
  const what = `shares of the secrets of ${names(session.clients, short)}`;
  return yield* tooFew(what, Math.min(...short.map(held)), session);
}

/** Sends each party what concerns its neighbourhood: one message for all if that is everybody. */
function* tell<B extends object>(
  { clients }: Session,
  type: MessageType<B>,
  graph: Graph,
  body: (near: readonly number[]) => NoInfer<B>,
) {
  const groups = new Map<readonly number[], number[]>();
  for (const [party, near] of graph) {
    const group = groups.get(near);
    if (group === undefined) groups.set(near, [party]);
    else group.push(party);
  }
  for (const [near, receivers] of groups) {
    yield* send(
      receivers.map((party) => clients[party]),
      type,
      body(near),
    );
  }
}

/** `threshold` shares of each party's secret: of the self mask of a survivor, of the mask key of a party that dropped out. */
function sharesByOwner(
  revealed: ByParty<{ readonly keyShares: Uint8Array; readonly seedShares: Uint8Array }>,
  sharing: Graph,
  surviving: Graph,
  threshold: number,
): ByParty<GatheredShares> {
  const gathered = new Map(
    [...sharing.keys()].map((party) => {
      const holders: number[] = [];
      return [party, { holders, shares: new Uint8Array(threshold * SHARE_BYTES) }];
    }),
  );
  for (const [holder, { keyShares, seedShares }] of revealed) {
    const deal = (parties: readonly number[], revealedShares: Uint8Array): void =>
      parties.forEach((party, i) => {
        const { holders, shares } = at(gathered, party);
        if (holders.length === threshold) return;
        const share = revealedShares.subarray(i * SHARE_BYTES, (i + 1) * SHARE_BYTES);
        shares.set(share, holders.length * SHARE_BYTES);
        holders.push(holder);
      });
    deal(
      at(sharing, holder).filter((party) => !surviving.has(party)),
      keyShares,
    );
    deal(at(surviving, holder), seedShares);
  }
  return gathered;
}
