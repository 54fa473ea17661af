/** Centralised Lloyd with clients that are silent, wrong or hostile. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lloyd } from '../../../actors/index.ts';
import { Points, Result } from '../../../actors/lloyd/messages.ts';
import { CahootsError } from '../../../src/errors.ts';
import type { Scenario } from '../../../src/scenario/load.ts';
import { encodeMessage } from '../../../src/sim/message.ts';
import type { Packet, Rule } from '../../../src/sim/rule.ts';
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
} from '../scenarios.ts';

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
  packet.type === Points && clients.includes(packet.from);

/** Client 2's points in place of its own. */
const sending = (...values: number[]): Rule =>
  tampering(pointsOf([2]), () => encodeMessage(Points, { values: Float64Array.from(values) }));

test.each([
  { silent: [3], failure: 'the points of client-3 did not come in time' },
  { silent: [1, 4], failure: 'the points of client-1, client-4 did not come in time' },
])('whoever is silent is named: clients $silent', async ({ silent, failure }) => {
  const played = await play(fourClients(), { rules: [dropping(pointsOf(silent))] });
  expectFailure(played, failure);
  expect(endsOf(played.history)['server'].timeNs).toBe(10e9);
});

const RANGE = 'not in the announced range';

describe('points that are no points of the sender are refused', () => {
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
    expect(played.history.refusals('points')).toEqual([reason]);
    expectFailure(played, 'the points of client-2 did not come in time');
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
    expect(played.history.refusals('points')).toEqual([RANGE]);
    expectFailure(played, 'the points of client-2 did not come in time');
  });
});

test('points in a file that are no numbers are refused before anything runs', () => {
  const bad = [[['nan', '1']], [['2', '3']]];
  expect(() => load({ shards: bad, protocol: { name: 'lloyd', clusters: 1 } })).toThrow(
    'expected a finite number in column "x0", got "nan"',
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

test('a client that gets no result gives up when its time is over', async () => {
  const rule = dropping(({ type, to }) => type === Result && to === 2);
  const played = await play(fourClients(), { rules: [rule] });
  expect(played.ending).toBe('done');
  expect(played.findings.equalsLloyd).toBe(true);
  expect(endsOf(played.history)['client-2'].timeNs).toBe(10e9);
});

test('every client is told the clusters of its own points, in its own order', async () => {
  const { history, clustering, labels } = await play(fourClients());
  const told = history.sent('result').map(({ to, payload }) => ({
    to,
    labels: [...bodyOf<{ labels: Uint16Array }>(lloyd, payload).body.labels],
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

test('points in any bits end in order', async () => {
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
      expect(played.findings.failure === undefined).toBe(played.labels !== undefined);
    }),
    { seed: 5, numRuns: 100, endOnFailure: true },
  );
});

function expectFailure(played: Played, failure: string): void {
  expect(played.ending).toBe('done');
  expect(played.findings).toMatchObject({ failure, iterations: 0, converged: false });
  expect(played.labels).toBeUndefined();
  expect(clusteringOf(played)).not.toHaveProperty('labels');
}
