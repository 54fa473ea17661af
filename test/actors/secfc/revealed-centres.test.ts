import { describe, expect, test } from 'vitest';
import { secfc } from '../../../bin/standard.ts';
import { zeros } from '../../../src/core/base/matrix.ts';
import { bodyOf, playParties } from '../../support/scenarios.ts';

describe('revealed centres', () => {
  const shards = [
    [[-7.5, 1e6, 3, 0.25, 9]],
    [[-6.5, 1e6 + 1, 3, 0.125, 9]],
    [[4, 2e6, -3, -0.0005, -9]],
    [[5, 2e6, -4, -0.5, -9]],
    [
      [5, 2e6 + 3, -4.0625, -0.5, -9],
      [-7, 1e6, 2, 0, 8],
    ],
  ];
  const settings = { clusters: 3, privacy: 1, segments: 2, scale: 1000, maxIterations: 1 };
  const play3 = (reveal: boolean, start: readonly number[], serverBelieves = {}) =>
    playParties({
      protocol: secfc,
      settings: { ...settings, reveal },
      shards,
      start: Uint16Array.from(start),
      serverBelieves,
    });

  test('are the means of the quantised points, and NaN for a cluster that is empty', async () => {
    // Cluster 2 loses all its points in the first iteration.
    const { clustering } = await play3(true, [0, 2, 1, 2, 1, 0]);
    expect([...(clustering.labels ?? [])]).toEqual([0, 0, 1, 1, 1, 0]);
    const points = shards.flat().map((x) => x.map((value) => Math.floor(value * 1000)));
    const means = [0, 1].map((h) => {
      const members = points.filter((_, i) => clustering.labels?.[i] === h);
      return points[0].map((_, c) => members.reduce((sum, x) => sum + x[c], 0) / members.length / 1000);
    });
    const { rows, columns, values } = clustering.centres ?? zeros(0, 0);
    expect([rows, columns]).toEqual([3, 5]);
    means.flat().forEach((mean, at) => {
      expect(Math.abs(values[at] - mean)).toBeLessThanOrEqual(1e-12 * Math.abs(mean));
    });
    expect(values.slice(10)).toEqual(Float64Array.from({ length: 5 }, () => Number.NaN));
  });

  test('are right for points far from zero and close to each other', async () => {
    const { clustering } = await playParties({
      protocol: secfc,
      settings: { clusters: 1, privacy: 1, scale: 1000, reveal: true },
      shards: [[[1e6]], [[1e6 + 1]], [[1e6 + 2]], [[1e6]]],
      start: Uint16Array.of(0, 0, 0, 0),
    });
    expect(clustering.centres?.values).toEqual(Float64Array.of(1e6 + 0.75));
  });

  test('appear in no message if the parties did not agree to reveal them', async () => {
    const { clustering, history } = await play3(false, [0, 2, 1, 2, 1, 0]);
    expect(clustering.labels).toBeDefined();
    expect(clustering.centres).toBeUndefined();
    expect(history.sent('centre-shares')).toEqual([]);
    const asked = history.sent('outcome').map(({ payload }) => bodyOf<{ reveal: boolean }>(secfc, payload));
    expect(asked.map(({ body }) => body.reveal)).toEqual([false, false, false, false, false]);
  });

  test('are withheld by clients that did not agree, even if the server asks', async () => {
    const { clustering, history, result } = await play3(false, [0, 2, 1, 2, 1, 0], { reveal: true });
    const asked = history.sent('outcome').map(({ payload }) => bodyOf<{ reveal: boolean }>(secfc, payload));
    expect(asked.map(({ body }) => body.reveal)).toEqual([true, true, true, true, true]);
    expect(history.sent('centre-shares')).toEqual([]);
    expect(history.of('computing').map(({ task }) => task)).not.toContain('secfc/coded-centres');
    expect(clustering.centres).toBeUndefined();
    expect(clustering.labels).toBeDefined();
    expect(result.ending).toBe('done');
  });
});
