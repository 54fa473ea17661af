/**
 * What a coalition that includes the server learns from a LightSecAgg sum. Of any set of clients whose shares were added
 * up by U holders it can decode the sum of their masks: the sets are those that the server announced, as each honest
 * client answers for the one that it was told, and every single client, of which only colluding ones hold shares one by
 * one. So T colluding clients learn nothing of a client alone, and U or more open everybody; in between they know
 * something of a mask, and open no vector.
 */

import { messagesOf } from '../../../src/core/kit/attack.ts';
import { ModularVectors, VectorCode } from '../../../src/core/kit/field.ts';
import type { Member } from '../../../src/core/kit/index.ts';
import { agreeOnSecret } from '../secagg/curve25519.ts';
import { Delivery, Keys, Masked, Survivors } from '../secagg/messages.ts';
import { byClient } from '../secagg/seen.ts';
import type { OpenedSum } from '../sums/secure-sum.ts';
import { codedSecretsOf, codeMask, openShare, shapeOf, shareBytes } from './masks.ts';
import { CodedSum } from './messages.ts';
import { joined } from './recover.ts';
import type { CodedSession } from './session.ts';

/** Shares of single clients' masks, by the colluding client that holds them and by the client. */
type Shares = ReadonlyMap<number, ReadonlyMap<number, Uint32Array>>;

/** All sums that can be opened in one aggregation; without colluding clients the intended sum is among them. */
export function openedSums(members: readonly Member[], session: CodedSession): OpenedSum[] {
  const { clients, number, modulus, length, threshold } = session;
  const server = members.find(({ name }) => !clients.includes(name));
  if (server === undefined) return [];
  const masked = byClient(messagesOf(server.received, Masked), session, ({ from }) => from);
  const announced = byClient(messagesOf(server.sent, Survivors), session, ({ to }) => to);
  const answers = messagesOf(server.received, CodedSum).filter(({ body }) => body.aggregation === number);
  const shares = sharesOf(members, session);

  const vectors = new ModularVectors(modulus);
  const shape = shapeOf(session);
  const code = new VectorCode(shape.code, modulus);
  const honest = [...masked.keys()].filter((party) => !shares.has(party));
  const sets = new Map<string, readonly number[]>(honest.map((party) => [`${party}`, [party]]));
  for (const { parties } of announced.values()) sets.set(parties.join(), [...parties]);
  return [...sets].flatMap(([name, parties]) => {
    const held = new Map<number, Uint32Array>();
    for (const { from, body } of answers) {
      const holder = clients.indexOf(from);
      const answer = vectors.unpack(body.values);
      if (announced.get(holder)?.parties.join() === name && answer?.length === shape.piece * vectors.words)
        held.set(holder, answer);
    }
    for (const [holder, of] of shares) {
      if (!parties.every((party) => of.has(party))) continue;
      const sum = vectors.zeros(shape.piece);
      for (const party of parties) vectors.add(sum, of.get(party) as Uint32Array);
      held.set(holder, sum);
    }
    if (held.size < threshold) return [];
    const rest = parties.filter((party) => honest.includes(party));
    const sum = vectors.zeros(length);
    for (const party of rest) {
      const vector = masked.get(party) && vectors.unpack(masked.get(party)!.values);
      if (vector?.length !== sum.length) return [];
      vectors.add(sum, vector);
    }
    vectors.subtract(sum, joined(code.decode(held), sum.length));
    // Colluding clients know their own masks, which are in the sum of all.
    for (const party of parties) {
      const member = members.find((one) => one.name === clients[party]);
      if (member !== undefined) vectors.add(sum, maskOf(member, session));
    }
    return rest.length === 0 ? [] : [{ parties: rest, sum }];
  });
}

/** The mask of a colluding client, from its streams. */
function maskOf(member: Member, session: CodedSession): Uint32Array {
  const { modulus, length, threshold, colluding } = session;
  const vectors = new ModularVectors(modulus);
  const { mask } = codedSecretsOf(member.random(), session.number);
  const { piece } = shapeOf(session);
  return vectors.uniform(mask, (threshold - colluding) * piece).slice(0, length * vectors.words);
}

/** What the colluding clients were sent, decrypted. */
function sharesOf(members: readonly Member[], session: CodedSession): Shares {
  const { clients, number } = session;
  const shape = shapeOf(session);
  const bytes = shareBytes(shape);
  const vectors = new ModularVectors(shape.modulus);
  const server = members.find(({ name }) => !clients.includes(name));
  const keys = byClient(messagesOf(server?.received ?? [], Keys), session, ({ from }) => from);
  const deliveries = byClient(messagesOf(server?.sent ?? [], Delivery), session, ({ to }) => to);
  return new Map(
    members.flatMap((member) => {
      const own = clients.indexOf(member.name);
      const delivery = deliveries.get(own);
      if (own < 0 || delivery === undefined) return [];
      const secrets = codedSecretsOf(member.random(), number);
      const key = keys.get(own)?.keys ?? new Uint8Array();
      const kept = codeMask.run({ shape, secrets, own, parties: [own], keys: key })?.kept;
      const of = new Map<number, Uint32Array>(kept === undefined ? [] : [[own, kept]]);
      delivery.parties.forEach((party, i) => {
        const theirs = keys.get(party);
        const secret = theirs && agreeOnSecret(secrets.sealing, theirs.keys);
        const sealed = delivery.sealed.subarray(i * bytes, (i + 1) * bytes);
        const share = secret && openShare(vectors, secret, party, own, sealed, vectors.zeros(shape.piece));
        if (share !== undefined) of.set(party, share);
      });
      return [[own, of] as const];
    }),
  );
}
