/** Centralised Lloyd with clients that are silent, wrong or adversary. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lloyd } from '../../../bin/standard.ts';
import { Points, Result } from '../../../actors/lloyd/messages.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { selectRows } from '../../../src/core/base/matrix.ts';
import { lloydHistory } from '../../../src/core/protocol/reference.ts';
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
  scenarioFiles,
  tampering,
} from '../../support/scenarios.ts';
import { thoroughly } from '../../support/long.ts';

const load = scenarioFiles();

const shards = [
  [[1, 2]],
  [
    [3, 4],
    [9, 9],
  ],
  [[5, 6]],
  [[7, 8]],
];

function fourClients(settings: object = {}): Scenario {
  return load({ shards, protocol: { name: 'lloyd', clusters: 2, timeout: '10s', ...settings } });
}

const pointsOf = (clients: readonly number[]) => (packet: Packet) =>
  packet.type === Points && clients.includes(packet.sender);

/** Client 2's points in place of its own. */
const sending = (...values: number[]): Rule =>
  tampering(pointsOf([2]), () => encodeMessage(Points, { values: Float64Array.from(values) }));

test.each([[[3]], [[1, 4]]])(
  'the points that arrived in time are clustered as by Lloyd on them alone: clients %j are silent',
  async (silent) => {
    const scenario = fourClients();
    const played = await play(scenario, { rules: [dropping(pointsOf(silent))] });
    expectWithout(
      played,
      silent.map((j) => `client-${j}`),
    );
    expect(endsOf(played.history)['client-2'].timeNs).toBeGreaterThan(10e9);
    // Who is told nothing says so, and is not taken for one who knows its clusters.
    for (const j of silent)
      expect(endsOf(played.history)[`client-${j}`].result).toBe('the server fell silent');
    const present = [0, 1, 2, 3].filter((j) => !silent.includes(j + 1));
    const rows = present.flatMap((j) => [...scenario.shards[j]]);
    const { history } = clusteringOf(played);
    const alone = lloydHistory(
      selectRows(scenario.data.points, rows),
      Uint16Array.from(rows, (row) => history[0][row]),
      { clusters: 2, centreSeparation: false, maxIterations: 100 },
    );
    expect(history.map((labels) => rows.map((row) => labels[row]))).toEqual(
      alone.map((labels) => [...labels]),
    );
  },
);

test('if no points arrive, it says so', async () => {
  const played = await play(fourClients(), { rules: [dropping(pointsOf([1, 2, 3, 4]))] });
  expect(played.ending).toBe('done');
  expect(played.findings).toMatchObject({ aborted: 'no points came in time', iterations: 0 });
  expect(played.findings.missing).toHaveLength(4);
  expect(played.labels).toBeUndefined();
});

const RANGE = 'not in the announced range';

describe("points that cannot be the sender's are refused", () => {
  test.each([
    { what: 'NaN', reason: RANGE, rule: sending(3, Number.NaN, 9, 9) },
    { what: 'infinity', reason: RANGE, rule: sending(3, 4, Number.NEGATIVE_INFINITY, 9) },
    { what: 'a point too few', reason: 'wrong shape', rule: sending(3, 4) },
    { what: 'a point too many', reason: 'wrong shape', rule: sending(3, 4, 9, 9, 5, 5) },
    {
      what: 'half a number',
      reason: 'malformed: values: expected a vector of doubles',
      rule: tampering(pointsOf([2]), (payload) => payload.with(9, payload[9] - 1).slice(0, -1)),
    },
  ])('$what', async ({ reason, rule }) => {
    const played = await play(fourClients(), { rules: [rule] });
    expect(played.history.wrong('points')).toEqual([reason]);
    expectWithout(played, ['client-2']);
  });

  test.each([
    { what: 'so large that their distances overflow', settings: {}, rule: sending(3, 4, 1e200, -1e200) },
    {
      what: 'off the grid that was agreed on',
      settings: { scale: 1, centreSeparation: true },
      rule: sending(3, 4, 9, 9.5),
    },
  ])('$what', async ({ settings, rule }) => {
    const played = await play(fourClients(settings), { rules: [rule] });
    expect(played.history.wrong('points')).toEqual([RANGE]);
    expectWithout(played, ['client-2']);
  });
});

test('points in a file that are no numbers are refused before anything runs', () => {
  const bad = [[['nan', '1']], [['2', '3']]];
  expect(() => load({ shards: bad, protocol: { name: 'lloyd', clusters: 1 } })).toThrow(
    'expected a value in column "x0", got "nan"',
  );
});

test.each([
  {
    what: 'sums on the grid are not exact',
    points: [[1e9], [-1e9]],
    settings: { scale: 1e9, centreSeparation: true },
  },
  { what: 'squared distances overflow', points: [[1e200], [-1e200], [5]], settings: {} },
])('points so large that $what are refused before anything runs', ({ points, settings }) => {
  expect(() => load({ shards: [points], protocol: { name: 'lloyd', clusters: 2, ...settings } })).toThrow(
    CahootsError,
  );
});

test('a client that gets no result gives up after its timeout', async () => {
  const rule = dropping(({ type, receiver }) => type === Result && receiver === 2);
  const played = await play(fourClients(), { rules: [rule] });
  expect(played.ending).toBe('done');
  expect(played.findings.equalsLloyd).toBe(true);
  expect(endsOf(played.history)['client-2'].timeNs).toBe(20e9);
});

test('every client is sent the clusters of its own points, in its own order', async () => {
  const { history, clustering, labels } = await play(fourClients());
  const told = history.sent('result').map(({ to, payload }) => ({
    to,
    labels: [...bodyOf<{ labels: ClusterLabels }>(lloyd, payload).body.labels.values],
  }));
  const own = [...(labels ?? [])];
  expect(told).toEqual([
    { to: 1, labels: own.slice(0, 1) },
    { to: 2, labels: own.slice(1, 3) },
    { to: 3, labels: own.slice(3, 4) },
    { to: 4, labels: own.slice(4, 5) },
  ]);
  expect(clustering?.labels).toEqual(labels);
});

test('points with arbitrary bits end in an orderly way', async () => {
  const flips = fc.record({
    places: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 1,
      maxLength: 4,
    }),
    bit: fc.nat(7),
  });
  await fc.assert(
    fc.asyncProperty(flips, async ({ places, bit }) => {
      const played = await play(fourClients(), { rules: [tampering(pointsOf([2]), flipping(places, bit))] });
      expect(played.ending).toBe('done');
      expect(played.findings.aborted === undefined).toBe(played.labels !== undefined);
    }),
    { seed: 5, numRuns: thoroughly(30, 100), endOnFailure: true },
  );
});

/** The others are clustered; nobody says anything about these, and they are told nothing. */
function expectWithout(played: Played, missing: readonly string[]): void {
  const { ending, findings, labels, history } = played;
  expect(ending).toBe('done');
  expect(findings).toMatchObject({ missing, equalsLloyd: true });
  expect(findings).not.toHaveProperty('aborted');
  const owners = ['client-1', 'client-2', 'client-2', 'client-3', 'client-4'];
  expect(Array.from(labels ?? [], (label) => label === NO_CLUSTER)).toEqual(
    owners.map((owner) => missing.includes(owner)),
  );
  const told = history.sent('result').map(({ to }) => `client-${to}`);
  expect([...new Set(told)]).toEqual([...new Set(owners)].filter((owner) => !missing.includes(owner)));
}
