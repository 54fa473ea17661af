/** k-FED with parties that are silent, late, wrong or adversary. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kfed } from '../../../bin/standard.ts';
import { Centres, Clusters } from '../../../actors/kfed/messages.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { projectToSingularVectors } from '../../../src/core/math/cluster/projection.ts';
import { fromRows, row } from '../../../src/core/base/matrix.ts';
import type { Scenario } from '../../../src/run/scenario/load.ts';
import { type ClusterLabels, encodeMessage } from '../../../src/core/engine/wire/message.ts';
import type { Packet, Rule } from '../../../src/core/engine/network/rule.ts';
import {
  bodyOf,
  clusteringOf,
  dropping,
  endsOf,
  flipping,
  play,
  type Played,
  playParties,
  QUIET,
  scenarioFiles,
  tampering,
} from '../../support/scenarios.ts';
import { type Point, referenceKfed, type ReferenceRun } from '../../support/kfed-reference.ts';
import { thoroughly } from '../../support/long.ts';

const load = scenarioFiles();

const shards: readonly (readonly Point[])[] = [
  [
    [0, 0],
    [1, 0],
    [20, 1],
    [21, 0],
  ],
  [
    [0, 30],
    [1, 31],
    [0, 1],
    [1, 1],
  ],
  [
    [20, 0],
    [22, 1],
    [1, 30],
  ],
  [
    [2, 1],
    [0, 2],
  ],
];

const RULE = { clusters: 3, clustersPerClient: 2, maxIterations: 100, seed: 1 };

function fourClients(settings: object = {}): Scenario {
  const { seed, ...rule } = RULE;
  return load({ shards, seed, protocol: { name: 'kfed', ...rule, timeout: '10s', ...settings } });
}

/** What comes of it when the centres of some clients, counted from 0, do not come. */
function without(silent: readonly number[]): ReferenceRun {
  return referenceKfed(shards, { ...RULE, silent }, (points, rank) => {
    const projected = projectToSingularVectors(fromRows(points), rank);
    return points.map((_, i) => [...row(projected, i)]);
  });
}

const centresOf =
  (clients: readonly number[]) =>
  ({ type, sender }: Packet): boolean =>
    type === Centres && clients.includes(sender);

const clustersTo =
  (clients: readonly number[]) =>
  ({ type, receiver }: Packet): boolean =>
    type === Clusters && clients.includes(receiver);

/** Client 2's centres in place of its own. */
const sending = (...values: number[]): Rule =>
  tampering(centresOf([2]), () => encodeMessage(Centres, { values: Float64Array.from(values) }));

/** Client 2 is told these clusters. */
const telling = (...labels: number[]): Rule => {
  const clusters = labels.includes(3) ? 4 : 3;
  return tampering(clustersTo([2]), () =>
    encodeMessage(Clusters, { labels: { clusters, values: Uint16Array.from(labels) } }),
  );
};

const SIZES = shards.map(({ length }) => length);

/** The labels that the server found for centres, with none for the clients that never learn theirs. */
function unlabelled(labels: readonly number[], clients: readonly number[]): number[] {
  const owners = SIZES.flatMap((size, j) => Array.from({ length: size }, () => j + 1));
  return labels.map((h, i) => (clients.includes(owners[i]) ? NO_CLUSTER : h));
}

describe('clients whose centres do not arrive are named, and the rest is clustered without them', () => {
  test.each([{ silent: [1] }, { silent: [2] }, { silent: [2, 4] }, { silent: [1, 3, 4] }])(
    'the server clusters what arrived before its timeout: clients $silent are silent',
    async ({ silent }) => {
      const played = await play(fourClients(), { rules: [dropping(centresOf(silent))] });
      const expected = without(silent.map((client) => client - 1));
      const { iterations, converged } = clusteringOf(played);
      expect({ iterations, converged }).toEqual({
        iterations: expected.iterations,
        converged: expected.converged,
      });
      const told = new Map(
        played.history
          .sent('clusters')
          .map(({ to, payload }) => [
            to,
            bodyOf<{ labels: ClusterLabels }>(kfed, payload).body.labels.values,
          ]),
      );
      expect([...told.keys()]).toEqual([1, 2, 3, 4].filter((client) => !silent.includes(client)));
      for (const [client, labels] of told) {
        expect(labels).toHaveLength(expected.locals[client - 1].centres.length);
      }
      expect(endsOf(played.history)['server'].timeNs).toBeGreaterThan(10e9);
      expect(played.ending).toBe('done');
    },
  );

  test.each([{ silent: [1] }, { silent: [2] }, { silent: [2, 4] }, { silent: [1, 3, 4] }])(
    'those who answered learn their clusters though the server waited for the others: $silent',
    async ({ silent }) => {
      const played = await play(fourClients(), { rules: [dropping(centresOf(silent))] });
      const expected = without(silent.map((client) => client - 1));
      expect(played.findings.missing).toEqual(silent.map((client) => `client-${client}`));
      expect([...(played.labels ?? [])]).toEqual(expected.labels);
    },
  );

  test('also if the others are so slow that they still wait', async () => {
    // At a thousand operations a second they cluster for longer than the way there and back takes.
    const protocol = { name: 'kfed' as const, ...RULE, timeout: '10s' };
    const { seed, ...settings } = protocol;
    const scenario = load({
      shards,
      seed,
      protocol: settings,
      devices: { overrides: [{ actors: ['client-1', 'client-3', 'client-4'], rate: '1Kop/s' }] },
    });
    const played = await play(scenario, { rules: [dropping(centresOf([2]))] });
    expect(played.findings.missing).toEqual(['client-2']);
    expect([...(played.labels ?? [])]).toEqual(without([1]).labels);
    expect(played.findings).not.toHaveProperty('aborted');
  });
});

test.each([{ deaf: [3] }, { deaf: [1, 2] }])(
  'clients that never learn their clusters are named, and everybody else keeps theirs: $deaf',
  async ({ deaf }) => {
    const played = await play(fourClients(), { rules: [dropping(clustersTo(deaf))] });
    expect(played.findings.missing).toEqual(deaf.map((client) => `client-${client}`));
    expect([...(played.labels ?? [])]).toEqual(unlabelled(without([]).labels, deaf));
    expect(played.ending).toBe('done');
    for (const client of deaf) {
      const { timeNs, result } = endsOf(played.history)[`client-${client}`];
      expect(result).toBe('the server fell silent');
      // The server itself may have waited for somebody, so they wait twice as long.
      expect(timeNs).toBeGreaterThanOrEqual(20e9);
      expect(timeNs).toBeLessThan(20.1e9);
    }
  },
);

test('if the server is silent to all, everybody is named and nobody waits for ever', async () => {
  const played = await play(fourClients(), { rules: [dropping(clustersTo([1, 2, 3, 4]))] });
  expect(played.ending).toBe('done');
  expect(played.findings.missing).toEqual(['client-1', 'client-2', 'client-3', 'client-4']);
  expect(played.findings.aborted).toBe('no client learnt its clusters');
  expect(played.labels).toBeUndefined();
});

test('if nobody answers there is no clustering', async () => {
  const played = await play(fourClients(), { rules: [dropping(centresOf([1, 2, 3, 4]))] });
  expect(played.ending).toBe('done');
  expect(played.findings).toMatchObject({
    aborted: 'no centres came in time',
    iterations: 0,
    converged: false,
  });
  expect(played.labels).toBeUndefined();
  expect(played.findings.missing).toHaveLength(4);
  expect(endsOf(played.history)['server'].timeNs).toBe(10e9);
});

test('centres that come too late are left out', async () => {
  const network = { ...QUIET, links: [{ from: 'client-2', to: 'server', latency: '11s' }] };
  const { seed, ...rule } = RULE;
  const late = load({ shards, seed, network, protocol: { name: 'kfed', ...rule, timeout: '10s' } });
  const played = await play(late);
  expect(played.ending).toBe('done');
  expect(played.findings.missing).toContain('client-2');
  const told = played.history.sent('clusters').map(({ to }) => to);
  expect([...new Set(told)]).toEqual([1, 3, 4]);
  expect(clusteringOf(played).iterations).toBe(without([1]).iterations);
});

const RANGE = 'not in the announced range';
const SHAPE = 'wrong shape';

describe('centres that cannot be means of points are refused, and the client with them', () => {
  test.each([
    { what: 'NaN', reason: RANGE, rule: sending(0, 30, Number.NaN, 1) },
    { what: 'infinity', reason: RANGE, rule: sending(0, 30, 0, Number.POSITIVE_INFINITY) },
    { what: 'minus infinity', reason: RANGE, rule: sending(Number.NEGATIVE_INFINITY, 30) },
    { what: 'out of range', reason: RANGE, rule: sending(0, 30, 0, 31.001) },
    { what: 'out of range below', reason: RANGE, rule: sending(-0.001, 30, 0, 1) },
    { what: 'in the range of another coordinate', reason: RANGE, rule: sending(30, 0) },
    { what: 'half a centre', reason: SHAPE, rule: sending(0, 30, 0) },
    { what: 'no centre', reason: SHAPE, rule: sending() },
    { what: 'a centre too many', reason: SHAPE, rule: sending(0, 30, 0, 1, 1, 1) },
    {
      what: 'half a number',
      reason: 'malformed: values: expected a vector of doubles',
      rule: tampering(centresOf([2]), (payload) => payload.with(16, payload[16] - 1).slice(0, -1)),
    },
  ])('$what', async ({ reason, rule }) => {
    const played = await play(fourClients(), { rules: [rule] });
    expect(played.history.wrong('local-centres')).toEqual([reason]);
    const told = played.history.sent('clusters').map(({ to }) => to);
    expect([...new Set(told)]).toEqual([1, 3, 4]);
    expect(played.findings.missing).toContain('client-2');
    expect(played.ending).toBe('done');
  });

  test('from a client with fewer points than clusters: more centres than points', async () => {
    const few = [
      [[0, 0]],
      [
        [9, 9],
        [8, 9],
      ],
    ];
    const rule = tampering(centresOf([1]), () =>
      encodeMessage(Centres, { values: Float64Array.of(0, 0, 9, 9) }),
    );
    const protocol = { name: 'kfed' as const, clusters: 2, timeout: '1s' };
    const played = await play(load({ shards: few, protocol }), { rules: [rule] });
    expect(played.history.wrong('local-centres')).toEqual([SHAPE]);
  });

  test('sent a second time', async () => {
    const rule: Rule = {
      name: 'twice',
      apply: (packet) => (centresOf([2])(packet) ? { kind: 'duplicate', ns: 0 } : { kind: 'pass' }),
    };
    // The third client's come last, so that the server still listens.
    const network = { ...QUIET, links: [{ from: 'client-3', to: 'server', latency: '1s' }] };
    const { seed, ...settings } = RULE;
    const scenario = load({ shards, seed, network, protocol: { name: 'kfed', ...settings } });
    const played = await play(scenario, { rules: [rule] });
    expect(played.history.refusals('local-centres')).toEqual(['repeated']);
    expect([...(played.labels ?? [])]).toEqual(without([]).labels);
  });

  test('means at the very edge of the range are none of these', async () => {
    const tenths = [
      [[0.1], [0.1], [0.1]],
      [[0.3], [0.3], [0.3]],
      [[0.7], [0.7], [0.7], [0.7], [0.7], [0.7]],
    ];
    const protocol = { name: 'kfed' as const, clusters: 3 };
    const { history, labels } = await play(load({ shards: tenths, protocol }));
    expect(history.refusals('local-centres')).toEqual([]);
    expect(new Set(labels).size).toBe(3);
  });

  test('nor is the mean of very many equal points', async () => {
    const equal = Array.from({ length: 100_000 }, () => [0.1]);
    const { clustering, history } = await playParties({
      protocol: kfed,
      settings: { clusters: 1 },
      shards: [equal],
      start: new Uint16Array(),
    });
    expect(history.refusals('local-centres')).toEqual([]);
    expect(clustering.kind).toBe('clustered');
  });
});

test('adversary centres that could be means move clusters and nothing else', async () => {
  const played = await play(fourClients(), { rules: [sending(22, 31, 22, 31)] });
  expect(played.ending).toBe('done');
  expect(played.history.refusals('local-centres')).toEqual([]);
  expect(played.findings).not.toHaveProperty('missing');
  expect([...(played.labels ?? [])].every((label) => label < 3)).toBe(true);
});

describe('impossible clusters are refused by the client', () => {
  test.each([
    { what: 'too few', reason: SHAPE, rule: telling(0) },
    { what: 'too many', reason: SHAPE, rule: telling(0, 1, 2) },
    { what: 'none', reason: SHAPE, rule: telling() },
    {
      what: 'half a label',
      reason: 'malformed: labels: expected labels below a number of clusters',
      rule: tampering(clustersTo([2]), (payload) => payload.with(15, payload[15] - 1).slice(0, -1)),
    },
  ])('$what', async ({ reason, rule }) => {
    const played = await play(fourClients(), { rules: [rule] });
    expect(played.history.refusals('clusters')).toEqual([reason]);
    expectMissing(played, [2]);
  });

  test.each([
    { what: 'a cluster that does not exist', rule: telling(0, 3) },
    { what: 'no cluster', rule: telling(NO_CLUSTER, 0) },
  ])('$what', async ({ rule }) => {
    const played = await play(fourClients(), { rules: [rule] });
    expect(played.history.refusals('clusters')).toEqual(['wrong labels']);
    expectMissing(played, [2]);
  });
});

describe('messages with arbitrary bits end in an orderly way', () => {
  const flips = fc.record({
    places: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 1,
      maxLength: 4,
    }),
    bit: fc.nat(7),
  });

  const survives = (damaged: (packet: Packet) => boolean): Promise<void> =>
    fc.assert(
      fc.asyncProperty(flips, async ({ places, bit }) => {
        const played = await play(fourClients(), { rules: [tampering(damaged, flipping(places, bit))] });
        expect(played.ending).toBe('done');
        expect(played.findings.aborted).toBeUndefined();
        expect(played.labels).toHaveLength(13);
        expect([...(played.labels ?? [])].every((label) => label < 3 || label === NO_CLUSTER)).toBe(true);
      }),
      { seed: 5, numRuns: thoroughly(30, 100), endOnFailure: true },
    );

  test('the centres of a client', async () => {
    await expect(survives(centresOf([2]))).resolves.toBeUndefined();
  });

  test('the clusters that a client is sent', async () => {
    await expect(survives(clustersTo([2]))).resolves.toBeUndefined();
  });
});

function expectMissing(played: Played, clients: readonly number[]): void {
  expect(played.ending).toBe('done');
  expect(played.findings.missing).toEqual(clients.map((client) => `client-${client}`));
  expect([...(played.labels ?? [])]).toEqual(unlabelled(without([]).labels, clients));
}
