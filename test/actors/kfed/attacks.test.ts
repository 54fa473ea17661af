import { describe, expect, test } from 'vitest';
import { kfed } from '../../../bin/standard.ts';
import { scenarioFiles, type Setting } from '../../support/scenarios.ts';
import { attackOf, attempt } from '../../support/attack-attempts.ts';

const load = scenarioFiles();
const attack = attackOf(kfed, 'small-clusters');

describe('clusters of few points at a client of k-FED', () => {
  /** Pairs and threes far apart, so that every client finds just these clusters. */
  const shards = [
    [
      [0, 0],
      [100, 0],
      [200, 7],
    ],
    [
      [1, 1],
      [3, 1],
      [101, 5],
      [104, 5],
    ],
    [
      [2, 2],
      [4, 2],
      [6, 5],
      [150, 2],
      [153, 2],
      [156, 9],
    ],
  ];
  const scenario = (clustersPerClient: number) =>
    load({
      shards,
      seed: 2,
      protocol: { name: 'kfed', clusters: 3, clustersPerClient } as Setting['protocol'],
    });

  test('are counted once, however often a client sends them again', async () => {
    const faults = [{ fault: 'dropout', who: 'server', when: { at: '0ms' } }];
    const settings = { clusters: 3, clustersPerClient: 2, timeout: '2s' };
    const unanswered = load({
      shards,
      seed: 2,
      faults,
      protocol: { name: 'kfed', ...settings } as Setting['protocol'],
    });
    const [once, again] = await Promise.all(
      [scenario(2), unanswered].map((one) => attempt(one, kfed, attack, ['server'])),
    );
    expect(again.score).toEqual(once.score);
  });

  test("reveal points exactly, or to anyone who knows the cluster's other points", async () => {
    const { score } = await attempt(scenario(2), kfed, attack, ['server']);
    // One of the first client's three points stands alone.
    expect(score.measures).toEqual({ 'points sent as they are': 1, 'in clusters of two': 6, 'of three': 6 });
    expect(score.exposed).toBeCloseTo(1 / 13, 12);
  });

  test('reveal all points of a client that looks for as many clusters as it has points', async () => {
    const { score } = await attempt(scenario(3), kfed, attack, ['server']);
    expect(score.measures['points sent as they are']).toBeGreaterThanOrEqual(3);
  });

  test('do not count if their client is in the coalition', async () => {
    const { score, truth } = await attempt(scenario(2), kfed, attack, ['server', 'client-1']);
    expect(truth.hidden.length).toBe(10);
    expect(score.measures['points sent as they are']).toBe(0);
  });
});
