import { describe, expect, test } from 'vitest';
import { gridPoints } from '../../../actors/feddp/grid.ts';
import type { ReleasedStage, NoisyOutcome } from '../../../actors/blocks/noise/spent.ts';
import { centresFrom } from '../../../actors/feddp/server-clustering.ts';
import { epsilonAgreed, epsilonOf } from '../../../actors/blocks/noise/spent.ts';
import { assignWithMargin, clusterSums } from '../../../actors/feddp/statistics.ts';
import { feddp } from '../../../bin/standard.ts';
import { fromRows, type Matrix } from '../../../src/core/base/matrix.ts';
import { account } from '../../../src/core/math/dp/accountant.ts';
import { counted, stated } from '../../support/counts.ts';
import { bodyOf, scenarioFiles } from '../../support/scenarios.ts';
import { feddpScenarios, playFeddp, SERVER_POINTS, shardsOf } from '../../support/feddp-parties.ts';

const scenario = feddpScenarios();
const load = scenarioFiles();

describe('FedDP-KMeans', () => {
  test('finds the clusters under masks and noise', async () => {
    const { clustered, findings } = await playFeddp(scenario(9, { rounds: 1 }));
    expect(clustered?.iterations).toBe(1);
    expect(findings.missing).toBeUndefined();
    const centres = clustered?.centres as Matrix;
    const found = [...assignWithMargin(fromRows(SERVER_POINTS.slice(0, 3)), centres, 1)];
    expect(new Set(found).size).toBe(3);
  });

  test.each([
    ['shares', {}],
    ['shares with some to spare', { noise: { policy: 'honest-minimum', dropouts: 2 } }],
    ['surplus', { noise: { policy: 'enforced', dropouts: 2, colluding: 1 } }],
    ['noise of the server', { noise: { by: 'server' } }],
    ['no noise', { noise: { by: 'nobody' } }],
    ['a lying server feared', { aggregation: { malicious: true } }],
    ['seeds of the server', { initial: 'server-kmeans++', rounds: 1 }],
    ['a clustering of the server', { initial: 'server-lloyd', rounds: 2 }],
    ['packed spheres', { initial: 'sphere-packing', rounds: 1 }],
    [
      'whole clients',
      { level: 'client', clip: undefined, clips: { outer: 400, means: 9, sums: 90, counts: 12 }, rounds: 1 },
    ],
  ])('costs what its formulas say with %s', async (_, settings) => {
    const all = scenario(7, { rounds: 2, ...settings });
    const { ledger, agreed } = await playFeddp(all);
    const cost = feddp.cost(agreed, all.population, 2);
    const said = stated(cost);
    const got = counted(ledger);
    expect(got.messages).toEqual(said.messages);
    // What clients compute stands under the phase they are in when a message wakes them.
    const byTask = (work: typeof got.work): Record<string, unknown> => {
      const sums: Record<string, { runs: number; operations: number }> = {};
      for (const [key, { runs, operations }] of Object.entries(work)) {
        const task = key.slice(key.indexOf(' ') + 1);
        const sum = (sums[task] ??= { runs: 0, operations: 0 });
        sum.runs += runs;
        sum.operations += operations;
      }
      return sums;
    };
    expect(byTask(got.work)).toEqual(byTask(said.work));
  });

  test.each([1, 2, 6])(
    'without noise T rounds are those of Lloyd on the grid, bit for bit, at %d clients',
    async (n) => {
      const rows = shardsOf(6, 12).flat();
      const each = rows.length / n;
      const shards = Array.from({ length: n }, (_, j) => rows.slice(j * each, (j + 1) * each));
      const [clip, bits, rounds] = [6, 12, 3];
      const { clustered, history } = await playFeddp(
        load({
          shards,
          protocol: {
            name: 'feddp',
            clusters: 3,
            clip,
            bits,
            rounds,
            initial: 'server-kmeans++',
            server: { points: SERVER_POINTS },
            noise: { by: 'nobody' },
            aggregation: { threshold: 1 },
          },
        }),
      );
      const [sent] = history.sent('centres');
      const { body } = bodyOf<{ values: Float64Array }>(feddp, sent.payload as Uint8Array);
      const unit = clip / 2 ** bits;
      const points = gridPoints(fromRows(rows), clip, bits);
      let centres: Matrix = { rows: 3, columns: 3, values: body.values };
      for (let t = 0; t < rounds; t++) {
        const scaled = { ...centres, values: centres.values.map((x) => x / unit) };
        const sums = clusterSums(points, assignWithMargin(points, scaled, 1), 3);
        centres = centresFrom(
          sums.map((x, at) => (at < 9 ? x * unit : x)),
          3,
          centres,
        );
      }
      const found = clustered as NoisyOutcome;
      expect([...(found.centres as Matrix).values]).toEqual([...centres.values]);
    },
  );

  test('epsilon is that of the budget if nobody drops out', async () => {
    const { agreed, figure, clustered } = await playFeddp(scenario(6, { rounds: 2 }));
    const opened = clustered?.opened as readonly ReleasedStage[];
    expect(opened.map(({ survivors }) => survivors)).toEqual([6, 6, 6, 6, 6]);
    expect(figure('epsilon')).toBe(epsilonOf(agreed, opened));
    expect(figure('epsilon')).toBeCloseTo(figure('epsilonAgreed') as number, 9);
    expect(figure('delta')).toBe(1e-6);
  });

  test("a budget costs as much as the paper's default, and integer counts a little more", () => {
    const settings = feddp.parameters.parse({
      clusters: 10,
      clip: 11,
      server: { uniform: 20 },
      budget: { outer: 1, weights: 1, sums: 0.5, counts: 0.5 },
    });
    const population = {
      clients: ['a', 'b', 'c'],
      sizes: [1000, 1000, 1000],
      points: 3000,
      dimension: 5,
      minimum: [0, 0, 0, 0, 0],
      maximum: [1, 1, 1, 1, 1],
    };
    const agreed = feddp.agree(settings as never, population) as never;
    const continuous = account(
      [
        { noise: { kind: 'gaussian', multiplier: 4.224678889326835 } },
        { noise: { kind: 'laplace', scale: 1 } },
        { noise: { kind: 'gaussian', multiplier: 8.0576184807 } },
        { noise: { kind: 'laplace', scale: 2 } },
      ],
      1e-6,
    ).epsilon;
    expect(continuous).toBeCloseTo(2.5594, 3);
    expect(epsilonAgreed(agreed)).toBeGreaterThan(continuous);
    expect(epsilonAgreed(agreed)).toBeLessThan(continuous * 1.02);
  });

  test('sampling clients costs less, and sums are over the sampled clients', async () => {
    const settings = { initial: 'server-lloyd', rounds: 1, noise: { by: 'nobody' }, sampling: 0.5 };
    const { clustered, figure } = await playFeddp(scenario(6, settings));
    expect(clustered?.opened[0].survivors).toBe(6);
    expect(figure('epsilon')).toBe('none: nothing is hidden');
    const noisy = { initial: 'server-lloyd', rounds: 1 };
    const whole = await playFeddp(scenario(6, noisy));
    const sampled = await playFeddp(scenario(6, { ...noisy, sampling: 0.1 }));
    expect(sampled.figure('epsilon')).toBeLessThan(whole.figure('epsilon') as number);
  });

  test.each([
    [{ server: { points: [[0, 0]] } }, 'protocol.server.points[0]: expected 3 coordinates'],
    [{ server: { points: [[0, 0, 0]] } }, 'protocol.server: expected at least 3 points'],
    [{ level: 'client', clip: undefined }, 'protocol.clips.outer: expected a number'],
    [{ clips: { outer: 1 } }, 'protocol.clips: expected none'],
    [{ bits: 4 }, 'protocol.bits: expected so fine a grid'],
    [{ bits: 24 }, 'protocol.bits: expected so coarse a grid'],
    [{ noise: { policy: 'honest-minimum', dropouts: 5 } }, 'protocol.noise.dropouts: expected at most 4'],
    [{ noise: { dropouts: 1 } }, 'protocol.noise.dropouts: expected none under the policy none'],
    [{ noise: { by: 'server', policy: 'enforced' } }, 'protocol.noise.by: expected clients'],
    [{ budget: { delta: 0 } }, 'protocol.budget.delta: expected'],
    [{ budget: { outer: 0 } }, 'protocol.budget.outer: expected'],
  ])('refuses %o', (settings, message) => {
    expect(() => scenario(5, settings)).toThrow(message);
  });
});
