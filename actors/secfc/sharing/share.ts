/** How a client shares its points with all others, and receives its shares of theirs (Algorithm 1, lines 1 to 4). */

import type { ResidueMatrix } from '../../../src/core/kit/field.ts';
import {
  collect,
  compute,
  type Received,
  type Matrix,
  type Self,
  sendEach,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { commitShares, type Commitments, type Dealt, HASH_BYTES, hashAt, openDealings } from './dealing.ts';
import { encodeShares, sharedEntries, sharesOf } from './encode.ts';
import { CheckedShares, Shares } from '../messages.ts';
import { checkResidues } from '../shape.ts';

type Values = readonly Uint32Array[];

/** What a client deals. */
export interface Dealing {
  /** One row per client. */
  readonly shares: ResidueMatrix;
  /** Present in a verified dealing. */
  readonly committed?: Commitments;
}

/** What a client opens of what it was dealt: see dealing.ts. */
export interface SentOpenings {
  /** Owners from which nothing arrived. */
  readonly missing: Uint32Array;
  readonly values: Values;
  readonly digests: Uint8Array;
}

/** Encodes the shares of the client's own points, for everybody. */
export function* deal(self: Self, agreed: Agreed, shard: Matrix) {
  const { scale, code, width, moduli, verifiableSharing } = agreed;
  const noiseKey = self.random.secretKey('noise');
  const input = { points: shard, scale, code, width, moduli, noiseKey };
  if (!verifiableSharing) return { shares: yield* compute(encodeShares, input) };
  const maskKey = self.random.secretKey('masks');
  const saltKey = self.random.secretKey('salts');
  const shares = yield* compute(encodeShares, { ...input, maskKey });
  return { shares, committed: yield* compute(commitShares, { shares, saltKey }) };
}

/** Sends everybody their shares, and collects those that arrive. */
export function* share(self: Self, agreed: Agreed, { shares, committed }: Dealing) {
  if (committed !== undefined) return yield* shareChecked(self, agreed, shares, committed);
  const { timeoutNs } = agreed;
  const others = othersThan(self, agreed);
  yield* sendEach(others, Shares, (place) => ({ values: valuesFor(shares, clientAt(place, self)) }));
  const received = yield* collect(Shares, {
    count: others.length,
    from: others,
    timeoutNs,
    accept: ({ from, body: { values } }) => checkShares(from, values, agreed),
  });
  const bodies = byOwner(received, { values: valuesFor(shares, self.index) }, self, agreed);
  return { values: bodies.map((body) => body?.values), opened: undefined };
}

function* shareChecked(
  self: Self,
  agreed: Agreed,
  shares: ResidueMatrix,
  { commitments, salts }: Commitments,
) {
  const { clients, moduli, timeoutNs } = agreed;
  const dealtTo = (j: number): Dealt => ({
    values: valuesFor(shares, j),
    salt: hashAt(salts, j),
    commitments,
  });
  const others = othersThan(self, agreed);
  yield* sendEach(others, CheckedShares, (place) => dealtTo(clientAt(place, self)));
  const received = yield* collect(CheckedShares, {
    count: others.length,
    from: others,
    timeoutNs,
    accept: ({ from, body: { values, salt, commitments: listed } }) => {
      if (salt.length !== HASH_BYTES || listed.length !== clients.length * HASH_BYTES) return 'wrong shape';
      return checkShares(from, values, agreed);
    },
  });
  const dealt = byOwner<Dealt>(received, dealtTo(self.index), self, agreed);
  const { broken, ...opened } = yield* compute(openDealings, { dealt, moduli, client: self.index });
  const missing = Uint32Array.from(dealt.flatMap((body, owner) => (body === undefined ? owner : [])));
  return {
    values: dealt.map((body, owner) => (broken.includes(owner) ? undefined : body?.values)),
    opened: { missing, ...opened },
  };
}

function valuesFor(shares: ResidueMatrix, client: number): Values {
  return shares.moduli.map((_, plane) => sharesOf(shares, plane, client));
}

function othersThan({ index }: Self, { clients }: Agreed): string[] {
  return clients.filter((_, j) => j !== index);
}

/** The client at a place among the others. */
function clientAt(place: number, { index }: Self): number {
  return place < index ? place : place + 1;
}

function checkShares(
  from: string,
  values: Values,
  { clients, sizes, width, moduli, verifiableSharing }: Agreed,
): true | string {
  return checkResidues(
    values,
    moduli,
    sharedEntries(sizes[placeOf(from, clients)], width, verifiableSharing),
  );
}

function byOwner<B>(
  received: readonly Received<B>[],
  own: B,
  self: Self,
  { clients }: Agreed,
): (B | undefined)[] {
  const bodies = clients.map((): B | undefined => undefined);
  for (const { from, body } of received) bodies[placeOf(from, clients)] = body;
  bodies[self.index] = own;
  return bodies;
}

/** The place of every client by its name, as each looks up all others. */
const places = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function placeOf(name: string, clients: readonly string[]): number {
  let known = places.get(clients);
  if (known === undefined) places.set(clients, (known = new Map(clients.map((client, j) => [client, j]))));
  return known.get(name) as number;
}
