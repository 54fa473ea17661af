/** What every party of k-FED is sent, read from the bytes themselves. */

import { describe, expect, test } from 'vitest';
import { kfed, lloyd } from '../../../bin/standard.ts';
import { Centres, Clusters } from '../../../actors/kfed/messages.ts';
import { Random } from '../../../src/core/base/random.ts';
import { type ClusterLabels, encodeMessage } from '../../../src/core/engine/wire/message.ts';
import { bodyOf, type History, type PartiesPlayed, playParties, SERVER } from '../../support/scenarios.ts';

type Points = readonly (readonly number[])[];

const CLIENTS = 4;
const D = 3;

/** Two tight groups of each client's own, of coordinates that are all different, so nothing is found by chance. */
function shardsOf(members: number): readonly Points[] {
  const stream = new Random(11).stream('points');
  return Array.from({ length: CLIENTS }, () =>
    [0, 1].flatMap(() => {
      const place = Array.from({ length: D }, () => 1000 * stream.uniform());
      return Array.from({ length: members }, () => place.map((x) => x + stream.uniform()));
    }),
  );
}

const playKfed = (shards: readonly Points[]): Promise<PartiesPlayed> =>
  playParties({
    protocol: kfed,
    settings: { clusters: 3, clustersPerClient: 2 },
    shards,
    start: new Uint16Array(),
  });

describe('of clients whose clusters have five points each', () => {
  const shards = shardsOf(5);

  test('the server is sent two centres by each and not a byte more', async () => {
    const { history } = await playKfed(shards);
    const letters = history.of('delivered').filter(({ to }) => to === SERVER);
    expect(letters.map(({ from }) => from).toSorted()).toEqual([1, 2, 3, 4]);
    for (const { from, payload } of letters) {
      const { type, body } = bodyOf<{ values: Float64Array }>(kfed, payload);
      expect(type).toBe('local-centres');
      expect(Buffer.compare(encodeMessage(Centres, body), payload)).toBe(0);
      const means = [0, 1].map((group) => meanOf(shards[from - 1].slice(5 * group, 5 * group + 5)));
      const sent = [body.values.slice(0, D), body.values.slice(D)].map((mean) => [...mean]);
      expect(sent.toSorted(byFirst)).toEqual(means.toSorted(byFirst));
    }
  });

  test('no coordinate of any point is in what the server is sent', async () => {
    const { history } = await playKfed(shards);
    const bytes = bytesTo(history, SERVER);
    expect(found(bytes, shards.flat())).toEqual([]);
    // The search finds what is there.
    const means = shards.flatMap((points) => [meanOf(points.slice(0, 5)), meanOf(points.slice(5))]);
    expect(found(bytes, means)).toHaveLength(CLIENTS * 2 * D);
  });

  test('a client is sent the clusters of its centres by the server, and nothing by others', async () => {
    const { history } = await playKfed(shards);
    for (let client = 1; client <= CLIENTS; client++) {
      const letters = history.of('delivered').filter(({ to }) => to === client);
      expect(letters.map(({ from }) => from)).toEqual([SERVER]);
      const { type, body } = bodyOf<{ labels: ClusterLabels }>(kfed, letters[0].payload);
      expect(type).toBe('clusters');
      expect(body.labels.values).toHaveLength(2);
      expect(Buffer.compare(encodeMessage(Clusters, body), letters[0].payload)).toBe(0);
    }
  });

  test('the server of centralised Lloyd is sent every point: the same search finds all', async () => {
    const points = shards.flat();
    const { history } = await playParties({
      protocol: lloyd,
      settings: { clusters: 3 },
      shards,
      start: Uint16Array.from(points, (_, i) => i % 3),
    });
    expect(found(bytesTo(history, SERVER), points)).toHaveLength(points.length * D);
  });
});

test('a cluster of one point is that point: the server sees it', async () => {
  const shards = shardsOf(1);
  const { history } = await playKfed(shards);
  expect(found(bytesTo(history, SERVER), shards.flat())).toHaveLength(CLIENTS * 2 * D);
});

const byFirst = ([a]: readonly number[], [b]: readonly number[]): number => a - b;

function meanOf(points: Points): number[] {
  return points[0].map((_, c) => points.reduce((sum, x) => sum + x[c], 0) / points.length);
}

/** Everything that was delivered to an actor. */
function bytesTo(history: History, to: number): Buffer {
  return Buffer.concat(
    history
      .of('delivered')
      .filter((letter) => letter.to === to)
      .map(({ payload }) => payload),
  );
}

/** The coordinates that stand anywhere in the bytes, as a vector of doubles holds them or as MessagePack writes a number. */
function found(bytes: Buffer, rows: Points): number[] {
  return rows.flat().filter((value) => {
    const double = Buffer.from(Float64Array.of(value).buffer);
    return bytes.includes(double) || bytes.includes(Buffer.from(double.toReversed()));
  });
}
