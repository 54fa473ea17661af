/** A server that lies: an attack on secure aggregation without its consistency check (Bonawitz et al. 2017, section 6). */

import { joinBytes } from '../../src/core/kit/crypto.ts';
import { type MaskedVector, maskInput } from '../../actors/blocks/secagg/masks.ts';
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
} from '../../actors/blocks/secagg/messages.ts';
import { keyOf, ciphertextBytes } from '../../actors/blocks/secagg/secrets.ts';
import { reconstruct, SHARE_BYTES } from '../../actors/blocks/secagg/shares.ts';
import type { Aggregate } from '../../actors/blocks/sums/secure-sum.ts';
import type { Session } from '../../actors/blocks/secagg/session.ts';
import { ModularVectors } from '../../src/core/math/field/modular-vectors.ts';
import { abort } from '../../src/core/engine/actors/abort.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import { type Behaviour, collect, type Received, send } from '../../src/core/engine/actors/effects.ts';

/**
 * Tells the first t clients that the last one dropped out and the others that it did not, so that it gets shares of both
 * of its secrets; ends with the victim's own vector as the "sum".
 */
export function* splitView(_self: Self, session: Session): Behaviour<Aggregate> {
  const { number: aggregation, clients, malicious, modulus, threshold } = session;
  const all = clients.map((_, j) => j);
  const victim = all.length - 1;
  const inOrder = <B>(mail: readonly Received<B>[]): B[] =>
    mail.toSorted((a, b) => clients.indexOf(a.from) - clients.indexOf(b.from)).map(({ body }) => body);

  const keys = inOrder(yield* collect(Keys, { count: all.length }));
  yield* send(clients, Roster, {
    aggregation,
    parties: Uint32Array.from(all),
    keys: joinBytes(keys.map((body) => body.keys)),
    signatures: joinBytes(keys.map(({ signature }) => signature)),
  });
  const shares = inOrder(yield* collect(Shares, { count: all.length }));
  for (const party of all) {
    const others = all.filter((other) => other !== party);
    const sealed = others.map((other) => {
      const place = party - (party > other ? 1 : 0);
      return shares[other].sealed.subarray(place * ciphertextBytes({}), (place + 1) * ciphertextBytes({}));
    });
    const parties = Uint32Array.from(others);
    yield* send(clients[party], Delivery, { aggregation, parties, sealed: joinBytes(sealed) });
  }
  const masked = inOrder(yield* collect(Masked, { count: all.length }));

  const fooled = new Set(all.slice(0, threshold));
  for (const party of all) {
    const parties = Uint32Array.from(fooled.has(party) ? all.slice(0, victim) : all);
    yield* send(clients[party], Survivors, { aggregation, parties });
  }
  if (malicious) {
    const consents = inOrder(yield* collect(Consent, { count: all.length }));
    const parties = Uint32Array.from(all.slice(0, victim));
    const signatures = joinBytes(consents.slice(0, victim).map(({ signature }) => signature));
    yield* send(clients, Consents, { aggregation, parties, signatures });
  }
  const answers = yield* collect(Unmasking, { count: all.length, timeoutNs: session.timeoutNs });
  const last = (of: 'keyShares' | 'seedShares', lied: boolean) =>
    answers.flatMap(({ from, body }) => {
      const holder = clients.indexOf(from);
      return fooled.has(holder) === lied ? [{ holder, share: body[of].slice(-SHARE_BYTES) }] : [];
    });
  const [keyShares, seedShares] = [last('keyShares', true), last('seedShares', false)];
  if (Math.min(keyShares.length, seedShares.length) < threshold) return yield* abort('the lie was noticed');

  const vectors = new ModularVectors(modulus);
  const masks = maskInput.run({
    modulus,
    input: vectors.zeros(session.length),
    own: victim,
    masking: reconstruct(keyShares) as Uint8Array,
    self: reconstruct(seedShares.slice(0, threshold)) as Uint8Array,
    neighbours: {
      parties: all.slice(0, victim),
      keys: joinBytes(keys.slice(0, victim).map((body) => keyOf(body.keys, 0).masking)),
    },
  }) as MaskedVector;
  const stolen = vectors.unpack(masked[victim].values) as Uint32Array;
  vectors.subtract(stolen, vectors.unpack(masks.values) as Uint32Array);
  return { sum: stolen, survivors: [victim] };
}
