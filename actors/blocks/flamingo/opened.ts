/**
 * What a coalition that includes the server learns from a Flamingo sum. It knows the individual masks that decryptors opened,
 * or of which its own decryptors hold enough shares, and the masks of pairs that were decrypted, that it could decrypt, or
 * whose other end it is. So it can open the sum of every connected part of the other clients.
 */

import { areSameBytes } from '../../../src/core/kit/crypto.ts';
import { messagesOf } from '../../../src/core/kit/attack.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import type { Member } from '../../../src/core/kit/index.ts';
import { agreeOnSecret } from '../secagg/curve25519.ts';
import { type HeldShare, reconstruct, SHARE_BYTES } from '../secagg/shares.ts';
import { type ByClient, byClient } from '../secagg/seen.ts';
import { connectedParts } from '../sums/parts.ts';
import type { OpenedSum } from '../sums/secure-sum.ts';
import { at } from '../sums/steps.ts';
import { boundary, graphOf } from './graph.ts';
import { checkOf, POINT_BYTES, scalarOf, seedOf } from './group.ts';
import { Labels, Opening, Report } from './messages.ts';
import { decryptionPart, isShare, openMaskShare } from './opening.ts';
import { decrypt, decryptionWeights } from './reconstruct.ts';
import { type Pair, pairAt, type Reported, SEALED_BYTES } from './report.ts';
import { keysAt, type LongTermSecrets, pairElement } from './secrets.ts';
import { decrypting, type FlamingoSession } from './session.ts';
import { type SeenSetUp, seenSetUp } from './set-up/seen.ts';

/** What the coalition saw of one sum. */
interface Seen {
  readonly session: FlamingoSession;
  readonly setUp: SeenSetUp;
  /** Of each party its neighbours and itself. */
  readonly graph: ReadonlyMap<number, readonly number[]>;
  readonly reports: ByClient<Reported>;
  /** The answers of decryptors, with the labels that they had. */
  readonly openings: ReadonlyMap<number, Opened>;
}

interface Opened {
  readonly reported: readonly number[];
  readonly shares: Uint8Array;
  readonly parts: Uint8Array;
}

/** All sums that can be opened; without colluding clients the intended one is among them. */
export function openedSums(members: readonly Member[], session: FlamingoSession): OpenedSum[] {
  const seen = seenOf(members, session);
  if (seen === undefined) return [];
  const { setUp, graph, reports } = seen;
  const { modulus, length } = session;
  const vectors = new ModularVectors(modulus);
  const honest = [...reports.keys()].filter((party) => !setUp.colluding.has(party)).toSorted((a, b) => a - b);
  const near = (party: number): number[] => (graph.get(party) ?? []).filter((other) => other !== party);
  const elements = new Map<string, Uint8Array | undefined>();
  const elementOf = (party: number, other: number): Uint8Array | undefined => {
    const key = party < other ? `${party} ${other}` : `${other} ${party}`;
    if (!elements.has(key)) elements.set(key, knownElement(seen, party, other));
    return elements.get(key);
  };
  const linked = (party: number): number[] =>
    near(party).filter((other) => elementOf(party, other) === undefined);
  return connectedParts(honest, linked).flatMap((part) => {
    const sum = vectors.zeros(length);
    for (const party of part) {
      const seed = individualSeed(seen, party);
      const vector = vectors.unpack(at(reports, party).values);
      if (seed === undefined || vector?.length !== sum.length) return [];
      vectors.add(sum, vector);
      vectors.subtractUniform(sum, seed);
      for (const other of near(party)) {
        if (part.includes(other)) continue;
        const element = elementOf(party, other);
        // A neighbour of which nothing is known and that did not report: its mask stays.
        if (element === undefined) return [];
        if (party > other) vectors.subtractUniform(sum, seedOf(element));
        else vectors.addUniform(sum, seedOf(element));
      }
    }
    return [{ parties: part, sum }];
  });
}

function seenOf(members: readonly Member[], session: FlamingoSession): Seen | undefined {
  const { clients, number, neighbours } = session;
  const server = members.find(({ name }) => !clients.includes(name));
  const setUp = server && seenSetUp(members, server, session);
  if (server === undefined || setUp === undefined) return undefined;
  const labels = byClient(messagesOf(server.sent, Labels), session, ({ to }) => to);
  const answers = messagesOf(server.received, Opening).filter(({ body }) => body.aggregation === number);
  return {
    session,
    setUp,
    graph: graphOf(number, setUp.parties, setUp.keys, neighbours),
    reports: byClient(messagesOf(server.received, Report), session, ({ from }) => from),
    openings: new Map(
      answers.flatMap(({ from, body: { shares, parts } }) => {
        const holder = clients.indexOf(from);
        const reported = labels.get(holder)?.parties;
        return reported === undefined ? [] : [[holder, { reported: [...reported], shares, parts }]];
      }),
    ),
  };
}

/** The seed of an individual mask; undefined if too few shares are known. */
function individualSeed({ session, setUp, reports, openings }: Seen, party: number): Uint8Array | undefined {
  const held: HeldShare[] = [];
  const hold = (holder: number, share: Uint8Array | undefined): void => {
    if (share !== undefined && isShare(share) && held.every((one) => one.holder !== holder))
      held.push({ holder, share });
  };
  for (const [holder, { reported, shares }] of openings) {
    const place = reported.indexOf(party);
    if (place >= 0) hold(holder, shares.slice(place * SHARE_BYTES, (place + 1) * SHARE_BYTES));
  }
  for (const [holder, { secrets }] of setUp.colluding) {
    const place = setUp.decryptors.indexOf(holder);
    if (place < 0) continue;
    const sealed = at(reports, party).sealed.subarray(place * SEALED_BYTES, (place + 1) * SEALED_BYTES);
    const { agreeing } = keysAt(setUp.keys, setUp.parties.indexOf(party));
    hold(
      holder,
      openMaskShare(secrets, agreeing, { number: session.number, from: party, to: holder }, sealed),
    );
  }
  const threshold = decrypting(session);
  return held.length < threshold ? undefined : reconstruct(held.slice(0, threshold));
}

/** What the mask of a pair follows from: known to either end, and to who can decrypt what either sent. */
function knownElement(seen: Seen, one: number, other: number): Uint8Array | undefined {
  const { session, setUp } = seen;
  for (const [own, theirs] of [
    [one, other],
    [other, one],
  ]) {
    const colluding = setUp.colluding.get(own);
    if (colluding !== undefined) return agreedElement(seen, colluding.secrets, theirs);
  }
  const threshold = decrypting(session);
  for (const [party, near] of [
    [one, other],
    [other, one],
  ]) {
    const pair = pairOf(seen, party, near);
    const parts = pair === undefined ? new Map<number, Uint8Array>() : partsOf(seen, pair, party, near);
    if (pair === undefined || parts.size < threshold) continue;
    const holders = [...parts.keys()].slice(0, threshold);
    const element = decrypt(
      pair.c1,
      holders.map((holder) => at(parts, holder)),
      decryptionWeights(holders),
    );
    if (element !== undefined && areSameBytes(checkOf(element), pair.check)) return element;
  }
  return undefined;
}

function agreedElement({ session, setUp }: Seen, { agreeing }: LongTermSecrets, other: number) {
  const shared = agreeOnSecret(agreeing, keysAt(setUp.keys, setUp.parties.indexOf(other)).agreeing);
  return shared && pairElement(shared, session.number).encoded;
}

function pairOf({ graph, reports }: Seen, party: number, other: number): Pair | undefined {
  const near = (graph.get(party) ?? []).filter((one) => one !== party);
  const report = reports.get(party);
  return report && pairAt(report.pairs, near.indexOf(other));
}

/** The parts of a decryption that decryptors sent, and that colluding ones can make. */
function partsOf({ graph, setUp, openings }: Seen, { c0 }: Pair, party: number, other: number) {
  const parts = new Map<number, Uint8Array>();
  for (const [holder, { reported, parts: sent }] of openings) {
    const place = boundary(graph, reported).findIndex(([from, to]) => from === party && to === other);
    if (place >= 0) parts.set(holder, sent.slice(place * POINT_BYTES, (place + 1) * POINT_BYTES));
  }
  for (const [holder, { share }] of setUp.colluding) {
    const scalar = share && scalarOf(share);
    if (scalar !== undefined) parts.set(holder, decryptionPart(scalar, c0));
  }
  return parts;
}
