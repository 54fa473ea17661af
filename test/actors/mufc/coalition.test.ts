/** What the server, alone or with clients, can compute of a victim's vector. */

import { describe, expect, test } from 'vitest';
import { cellsOf } from '../../../actors/mufc/cube.ts';
import { seed, type Seeds } from '../../../actors/mufc/tasks.ts';
import { codeOf } from '../../../actors/blocks/scma/code.ts';
import type { Cell } from '../../../actors/blocks/scma/grid.ts';
import { type MaskedVector, maskInput } from '../../../actors/blocks/secagg/masks.ts';
import { Delivery, Keys, Masked, Roster } from '../../../actors/blocks/secagg/messages.ts';
import { agreeOnSecret } from '../../../actors/blocks/secagg/curve25519.ts';
import { open } from '../../../actors/blocks/secagg/primitives.ts';
import { keyOf, maskingKeys, ciphertextBytes, secretsOf } from '../../../actors/blocks/secagg/secrets.ts';
import { type HeldShare, reconstruct, SHARE_BYTES } from '../../../actors/blocks/secagg/shares.ts';
import { mufc } from '../../../bin/standard.ts';
import { clusterSizes } from '../../../src/core/base/labels.ts';
import { ModularVectors } from '../../../src/core/math/field/modular-vectors.ts';
import { fromRows, selectRows } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import {
  type AnyMessageType,
  decodeMessage,
  type MessageType,
} from '../../../src/core/engine/wire/message.ts';
import { blobs, playWatched, type Watched } from '../../support/mufc-watched.ts';

const SEED = 1;
const types = new Map<string, AnyMessageType>(mufc.messages.map((type) => [type.name, type]));

/** Bodies of a type, by sender or by receiver (0 is the server, 1 the first client). */
function bodies<B>({ history }: Watched, type: MessageType<B>, by: 'from' | 'to'): Map<number, B> {
  return new Map(
    history
      .sent(type.name)
      .map((sent) => [sent[by], (decodeMessage(sent.payload, types) as unknown as { body: B }).body]),
  );
}

/** The centres that a client draws first, by its own stream. */
function seedsOf(client: number, points: readonly number[][]): Seeds {
  const own = fromRows(points);
  const key = new Random(SEED).scope(`client-${client + 1}`).streamKey('local', '0');
  return seed.run({ points: own, clusters: Math.min(3, own.rows), key });
}

/** The cells of a client, from its own points and its own stream: what the attacks are held against. */
function cellsOfClient({ agreed }: Watched, client: number, points: readonly number[][]): Cell[] {
  const { chosen, labels } = seedsOf(client, points);
  const { grid } = agreed.secrecy as NonNullable<typeof agreed.secrecy>;
  return cellsOf(selectRows(fromRows(points), chosen), clusterSizes(labels, chosen.length), grid);
}

function summed(cells: readonly Cell[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { place, count } of cells) totals.set(place.join(), (totals.get(place.join()) ?? 0) + count);
  return totals;
}

/** One sum less another, cell by cell, those that are zero left out. */
function difference(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Map<string, number> {
  const places = new Set([...a.keys(), ...b.keys()]);
  const entries = [...places].map((place): [string, number] => [
    place,
    (a.get(place) ?? 0) - (b.get(place) ?? 0),
  ]);
  return new Map(entries.filter(([, count]) => count !== 0));
}

/**
 * The server and some clients put together what they were sent: their shares of both secrets of a victim. With the
 * threshold of them it takes all masks off the victim's vector; undefined with fewer.
 */
function unmaskVictim(watched: Watched, members: readonly number[], victim: number): Cell[] | undefined {
  const { agreed } = watched;
  const { sum } = agreed.secrecy as NonNullable<typeof agreed.secrecy>;
  const keys = bodies(watched, Keys, 'from');
  const deliveries = bodies(watched, Delivery, 'to');
  const shares = (of: 'key' | 'seed'): HeldShare[] =>
    members.map((member) => {
      const { sealing } = secretsOf(new Random(SEED).scope(`client-${member + 1}`), 0);
      const { parties, sealed } = deliveries.get(member + 1) as { parties: Uint32Array; sealed: Uint8Array };
      const at = parties.indexOf(victim) * ciphertextBytes({});
      const victimKeys = keyOf((keys.get(victim + 1) as { keys: Uint8Array }).keys, 0);
      const shared = agreeOnSecret(sealing, victimKeys.sealing) as Uint8Array;
      const plain = open(shared, victim, member, sealed.subarray(at, at + ciphertextBytes({}))) as Uint8Array;
      const start = of === 'key' ? 8 : 8 + SHARE_BYTES;
      return { holder: member, share: plain.subarray(start, start + SHARE_BYTES) };
    });
  const [masking, self] = [reconstruct(shares('key')), reconstruct(shares('seed'))];
  if (masking === undefined || self === undefined) return undefined;

  const vectors = new ModularVectors(sum.modulus);
  const roster = bodies(watched, Roster, 'to').get(victim + 1) as { parties: Uint32Array; keys: Uint8Array };
  const places = [...roster.parties.keys()].filter((i) => roster.parties[i] !== victim);
  const neighbours = {
    parties: places.map((i) => roster.parties[i]),
    keys: maskingKeys(roster.keys, places),
  };
  const input = vectors.zeros(sum.length);
  const masks = maskInput.run({
    modulus: sum.modulus,
    input,
    own: victim,
    masking,
    self,
    neighbours,
  }) as MaskedVector;
  const vector = vectors.unpack(
    (bodies(watched, Masked, 'from').get(victim + 1) as MaskedVector).values,
  ) as Uint32Array;
  vectors.subtract(vector, vectors.unpack(masks.values) as Uint32Array);
  return codeOf(sum.shape, sum.modulus).decode(vectors.toBigints(vector), 0);
}

describe('the sum of six clients, of whom five make a threshold', () => {
  const shards = blobs();
  const play = (): Promise<Watched> =>
    playWatched(
      shards.map((points) => fromRows(points)),
      {},
      SEED,
    );

  test("is all that the server learns: the sum of everybody's cells", async () => {
    const watched = await play();
    const all = shards.flatMap((points, client) => cellsOfClient(watched, client, points));
    expect(summed(watched.sums[0])).toEqual(summed(all));
  });

  test("minus the cells of five is the sixth one's vector: known-input subtraction recovers all of it, for every victim", async () => {
    const watched = await play();
    const recovered = shards.map((_, victim) => {
      const known = shards.flatMap((points, client) =>
        client === victim ? [] : cellsOfClient(watched, client, points),
      );
      return difference(summed(watched.sums[0]), summed(known));
    });
    expect(recovered).toEqual(shards.map((points, victim) => summed(cellsOfClient(watched, victim, points))));
  });

  test('is opened by the server with a threshold of clients, for every victim, and by fewer for none', async () => {
    const watched = await play();
    const found = { threshold: 0, fewer: 0 };
    for (const [victim, points] of shards.entries()) {
      const others = [0, 1, 2, 3, 4, 5].filter((client) => client !== victim);
      const truth = summed(cellsOfClient(watched, victim, points));
      const same = (cells: readonly Cell[] | undefined): number =>
        cells !== undefined && difference(summed(cells), truth).size === 0 ? 1 : 0;
      found.threshold += same(unmaskVictim(watched, others, victim));
      found.fewer += same(unmaskVictim(watched, others.slice(1), victim));
    }
    expect(found).toEqual({ threshold: 6, fewer: 0 });
  });

  test('shows which cells of the grid contain points', async () => {
    const watched = await play();
    const { grid } = watched.agreed.secrecy as NonNullable<typeof watched.agreed.secrecy>;
    const occupied = new Set(
      cellsOf(
        fromRows(shards.flat()),
        Array.from({ length: 35 }, () => 1),
        grid,
      ).map(({ place }) => place.join()),
    );
    const exposed = [...summed(watched.sums[0]).keys()];
    expect(exposed.filter((place) => !occupied.has(place))).toEqual([]);
    // Of 35 points in 16 centres: as many cells as that, less those where two meet.
    expect(exposed.length).toBeGreaterThanOrEqual(8);
  });
});

test('the difference of the sums before and after a request shows the cell of a centre that was removed', async () => {
  const shards = blobs(2, [7, 4, 5]);
  const watch = (remove: readonly object[]): Promise<Watched> =>
    playWatched(
      shards.map((own) => fromRows(own)),
      { remove, change: 'everybody' },
      SEED,
    );
  const before = await watch([]);
  const { grid } = before.agreed.secrecy as NonNullable<typeof before.agreed.secrecy>;
  let shown = 0;
  for (const [victim, points] of shards.entries()) {
    for (const point of seedsOf(victim, points).chosen) {
      const { sums } = await watch([{ points: [point], client: `client-${victim + 1}` }]);
      const [cell] = cellsOf(fromRows([points[point]]), [1], grid);
      const lost = difference(summed(sums[0]), summed(sums[1]));
      if ((lost.get(cell.place.join()) ?? 0) > 0) shown++;
    }
  }
  // All nine centres, each by itself.
  expect(shown).toBe(9);
});
