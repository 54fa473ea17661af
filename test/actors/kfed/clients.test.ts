import { describe, expect, test } from 'vitest';
import { kfed } from '../../../bin/standard.ts';
import { row } from '../../../src/core/base/matrix.ts';
import type { ClusterLabels } from '../../../src/core/engine/wire/message.ts';
import { bodyOf, endsOf, play, SERVER, scenarioFiles } from '../../support/scenarios.ts';
import { referenceKfed } from '../../support/kfed-reference.ts';
import { blobs, ownProjection, type Shards } from '../../support/kfed-shards.ts';

const load = scenarioFiles();

describe('clients with few points', () => {
  test('that hold one point each are clustered as their points', async () => {
    const shards = [[[0, 0]], [[10, 0]], [[0, 1]], [[10, 1]], [[5, 9]]];
    const { labels, history } = await play(load({ shards, protocol: { name: 'kfed', clusters: 3 } }));
    // From the first point the fifth is the farthest, then the second.
    expect([...(labels ?? [])]).toEqual([0, 2, 0, 2, 1]);
    expect(history.sent('local-centres').map(({ elements }) => elements)).toEqual([2, 2, 2, 2, 2]);
  });

  test('whose points are all equal send one centre, in fewer dimensions than points', async () => {
    const equal = [
      [1.1, 2.3],
      [1.1, 2.3],
      [1.1, 2.3],
    ];
    const shards = [
      equal,
      [
        [7, 7],
        [7, 7.1],
      ],
    ];
    const { labels, history } = await play(load({ shards, protocol: { name: 'kfed', clusters: 2 } }));
    const first = history.sent('local-centres').find(({ from }) => from === 1);
    expect(first?.elements).toBe(2);
    expect([...(labels ?? [])]).toEqual([0, 0, 0, 1, 1]);
  });

  test('whose points are all equal send one centre, in more dimensions than points', async () => {
    const equal = [
      [1.1, 2.3, 3.7],
      [1.1, 2.3, 3.7],
    ];
    const shards = [
      equal,
      [
        [7, 7, 7],
        [7, 7.1, 7],
      ],
    ];
    const { labels, history } = await play(load({ shards, protocol: { name: 'kfed', clusters: 2 } }));
    const first = history.sent('local-centres').find(({ from }) => from === 1);
    expect(first?.elements).toBe(3);
    expect([...(labels ?? [])]).toEqual([0, 0, 1, 1]);
  });

  test('whose points are all equal, everywhere, are one cluster', async () => {
    const shards = [
      [
        [3, 3],
        [3, 3],
      ],
      [[3, 3]],
      [
        [3, 3],
        [3, 3],
        [3, 3],
      ],
    ];
    const { labels, findings } = await play(load({ shards, protocol: { name: 'kfed', clusters: 2 } }));
    expect([...(labels ?? [])]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(findings).toMatchObject({ converged: true, loss: 0 });
  });

  test("one cluster per client is its mean: k'=1", async () => {
    const shards = [
      [
        [0, 0],
        [2, 0],
      ],
      [
        [10, 10],
        [10, 12],
      ],
      [
        [0, 4],
        [4, 0],
      ],
    ];
    const { labels, clustering, history } = await play(
      load({ shards, protocol: { name: 'kfed', clusters: 2, clustersPerClient: 1 } }),
    );
    const sent = history
      .sent('local-centres')
      .map(({ from, payload }) => [from, ...bodyOf<{ values: Float64Array }>(kfed, payload).body.values])
      .toSorted(([a], [b]) => a - b);
    expect(sent).toEqual([
      [1, 1, 0],
      [2, 10, 11],
      [3, 2, 2],
    ]);
    expect([...(labels ?? [])]).toEqual([0, 0, 1, 1, 0, 0]);
    // All centres weigh the same.
    expect([...(clustering?.centres?.values ?? [])]).toEqual([1.5, 1, 10, 11]);
  });

  test('that have too few centres for the clusters are refused before anything runs', () => {
    const shards = [[[0]], [[1]], [[2], [3], [4]]];
    const settings = { name: 'kfed' as const, clusters: 4, clustersPerClient: 1 };
    expect(() => load({ shards, protocol: settings })).toThrow(
      /protocol\.clustersPerClient: expected so many that all clients together find 4 clusters, not 3, got 1$/,
    );
    expect(() => load({ shards, protocol: { ...settings, clustersPerClient: 5 } })).toThrow(
      'expected at most as many as clusters, 4, got 5',
    );
  });
});

test('the centres that are found have a row for every cluster, NaN for an empty one', async () => {
  const shards = [[[3, 3]], [[3, 3]]];
  const { clustering } = await play(load({ shards, protocol: { name: 'kfed', clusters: 2 } }));
  expect([...(clustering?.centres?.values ?? [])]).toEqual([3, 3, Number.NaN, Number.NaN]);
});

test('points of 100,000 coordinates are clustered', async () => {
  const data = { source: 'gaussian-mixture', points: 4, dimension: 100_000, components: 2, deviation: 1 };
  const scenario = load({ data, clients: 2, seed: 1, protocol: { name: 'kfed', clusters: 2 } });
  const points = scenario.shards.map((shard) => Array.from(shard, (i) => [...row(scenario.data.points, i)]));
  const rule = { clusters: 2, maxIterations: 100, seed: 1 };
  const expected = referenceKfed(points, rule, ownProjection);
  const { labels } = await play(scenario);
  expect(scenario.shards.flatMap((shard) => Array.from(shard, (i) => labels?.[i]))).toEqual(expected.labels);
});

test('points with coordinates as large as are allowed are clustered', async () => {
  const large = blobs(1, 3, 4, 1).map((points) => points.map((x) => x.map((value) => value * 1e148)));
  const { ending, findings } = await play(load({ shards: large, protocol: { name: 'kfed', clusters: 4 } }));
  expect({ ending, converged: findings.converged }).toEqual({ ending: 'done', converged: true });
});

test('clients are sent the clusters of their own centres and nothing about others', async () => {
  const shards = blobs(1, 3, 4, 1);
  const played = await play(load({ shards, protocol: { name: 'kfed', clusters: 4, clustersPerClient: 2 } }));
  const told = played.history.sent('clusters').map(({ from, to, payload }) => {
    expect(from).toBe(SERVER);
    return [to, bodyOf<{ labels: ClusterLabels }>(kfed, payload).body.labels.values.length];
  });
  const sent = played.history.sent('local-centres').map(({ from, elements }) => [from, elements / 3]);
  const byClient = (pairs: number[][]): number[][] => pairs.toSorted(([a], [b]) => a - b);
  expect(byClient(told)).toEqual(byClient(sent));
  const ends = endsOf(played.history);
  const own = shards.map((_, j) => (ends[`client-${j + 1}`].result as { labels: Uint16Array }).labels);
  expect(own.flatMap((labels) => [...labels])).toEqual([...(played.labels ?? [])]);
  expect(played.outcome).not.toHaveProperty('history');
  expect(ends['server'].result).not.toHaveProperty('labels');
});

test('labels come back by row of the data, whoever holds it', async () => {
  const data = { source: 'gaussian-mixture', points: 60, dimension: 3, components: 3, deviation: 0.1 };
  const protocol = { name: 'kfed' as const, clusters: 3 };
  for (const by of ['iid', 'class'] as const) {
    const partition = by === 'iid' ? { by } : { by, classesPerClient: 2 };
    const { findings } = await play(load({ clients: 5, data: { ...data, partition }, seed: 2, protocol }));
    expect(findings).toMatchObject({ accuracy: 1, converged: true });
  }
});

test("the run's seed determines every client's seeds, and adding a client changes none of them", async () => {
  const shards = blobs(4, 3, 4, 8);
  const sentWith = async (some: Shards, seed: number): Promise<number[][]> => {
    const protocol = { name: 'kfed' as const, clusters: 3, maxIterations: 1 };
    const { history } = await play(load({ shards: some, seed, protocol }));
    return history
      .sent('local-centres')
      .toSorted((a, b) => a.from - b.from)
      .map(({ payload }) => [...bodyOf<{ values: Float64Array }>(kfed, payload).body.values]);
  };
  const all = await sentWith(shards, 1);
  expect(await sentWith(shards.slice(0, -1), 1)).toEqual(all.slice(0, -1));
  expect(await sentWith(shards, 2)).not.toEqual(all);
});
