/** How a client shares its points with all others, and takes its shares of theirs (Algorithm 1, lines 1 to 4). */

import type { ResidueMatrix } from '../../src/field/residues.ts';
import type { Matrix } from '../../src/matrix.ts';
import type { Self } from '../../src/sim/actor.ts';
import { type Behaviour, collect, compute, type Mail, send } from '../../src/sim/effects.ts';
import type { Agreed } from './agreed.ts';
import { commitShares, type Dealt, HASH_BYTES, openDealings } from './dealing.ts';
import { encodeShares, sharedEntries, sharesOf } from './encode.ts';
import { CheckedShares, Shares } from './messages.ts';
import { checkResidues } from './shape.ts';

type Values = readonly Uint32Array[];

/** What a client has when sharing is over. */
export interface Shared {
  /** By owner, itself among them: its shares of the owner's points; undefined where they did not come in time. */
  readonly shares: readonly (Values | undefined)[];
  /** What it opens of them, where the dealing is checked. */
  readonly opened?: { readonly values: Values; readonly digests: Uint8Array };
}

export function* share(self: Self, agreed: Agreed, shard: Matrix): Behaviour<Shared> {
  const { scale, code, width, moduli, checkDealing, clients, timeoutNs } = agreed;
  const noiseKey = self.random.secretKey('noise');
  const input = { points: shard, scale, code, width, moduli, noiseKey };
  if (checkDealing) {
    const maskKey = self.random.secretKey('masks');
    const encoded = yield* compute(encodeShares, { ...input, maskKey });
    return yield* shareChecked(self, agreed, encoded);
  }
  const encoded = yield* compute(encodeShares, input);
  for (const [j, peer] of clients.entries())
    if (j !== self.index) yield* send(peer, Shares, { values: valuesFor(encoded, j) });
  const mail = yield* collect(Shares, {
    count: clients.length - 1,
    from: othersThan(self, agreed),
    timeoutNs,
    accept: ({ from, body: { values } }) => checkShares(from, values, agreed),
  });
  const bodies = byOwner(mail, { values: valuesFor(encoded, self.index) }, self, agreed);
  return { shares: bodies.map((body) => body?.values) };
}

/** With commitments to the shares, and what is opened of those that came: see dealing.ts. */
function* shareChecked(self: Self, agreed: Agreed, encoded: ResidueMatrix): Behaviour<Shared> {
  const { clients, moduli, timeoutNs } = agreed;
  const saltKey = self.random.secretKey('salts');
  const { commitments, salts } = yield* compute(commitShares, { shares: encoded, saltKey });
  const dealtTo = (j: number): Dealt => ({
    values: valuesFor(encoded, j),
    salt: salts.subarray(j * HASH_BYTES, (j + 1) * HASH_BYTES),
    commitments,
  });
  for (const [j, peer] of clients.entries())
    if (j !== self.index) yield* send(peer, CheckedShares, dealtTo(j));
  const mail = yield* collect(CheckedShares, {
    count: clients.length - 1,
    from: othersThan(self, agreed),
    timeoutNs,
    accept: ({ from, body: { values, salt, commitments: listed } }) => {
      if (salt.length !== HASH_BYTES || listed.length !== clients.length * HASH_BYTES) return 'wrong shape';
      return checkShares(from, values, agreed);
    },
  });
  const dealt = byOwner<Dealt>(mail, dealtTo(self.index), self, agreed);
  const { broken, ...opened } = yield* compute(openDealings, { dealt, moduli, client: self.index });
  return { shares: dealt.map((body, owner) => (broken.includes(owner) ? undefined : body?.values)), opened };
}

function valuesFor(encoded: ResidueMatrix, client: number): Values {
  return encoded.moduli.map((_, plane) => sharesOf(encoded, plane, client));
}

function othersThan({ index }: Self, { clients }: Agreed): string[] {
  return clients.filter((_, j) => j !== index);
}

function checkShares(
  from: string,
  values: Values,
  { clients, sizes, width, moduli, checkDealing }: Agreed,
): true | string {
  return checkResidues(values, moduli, sharedEntries(sizes[clients.indexOf(from)], width, checkDealing));
}

function byOwner<B>(mail: readonly Mail<B>[], own: B, self: Self, { clients }: Agreed): (B | undefined)[] {
  const bodies = new Map(mail.map(({ from, body }) => [from, body]));
  bodies.set(self.name, own);
  return clients.map((name) => bodies.get(name));
}
