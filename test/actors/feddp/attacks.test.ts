import { describe, expect, test } from 'vitest';
import { feddp } from '../../../bin/standard.ts';
import { scenarioFiles } from '../../support/scenarios.ts';
import { attackOf, attempt } from '../../support/attack-attempts.ts';
import { SERVER_POINTS, shardsOf } from '../../support/feddp-parties.ts';

const load = scenarioFiles();
const attack = attackOf(feddp, 'clear-sums');

/** Clients of one point, of a point in a cluster of its own, and of many. */
const shards = [
  [[0.1, 0.2, 4.1]],
  [[4.2, -0.1, 0.3]],
  [
    [0.2, 0.1, 4],
    [0.3, 5, 0],
    [0.1, 4.9, 0.1],
  ],
  ...shardsOf(3, 12),
];

const scenario = (noise: object) =>
  load({
    shards,
    protocol: {
      name: 'feddp',
      clusters: 3,
      clip: 6,
      bits: 12,
      minimumWeight: 2,
      server: { points: SERVER_POINTS },
      budget: { outer: 4, weights: 4, sums: 4, counts: 4 },
      noise,
    },
  });

describe('the server of FedDP', () => {
  test('knows points of small clients if it adds the noise itself, whatever epsilon says', async () => {
    const { score } = await attempt(scenario({ by: 'server' }), feddp, attack, ['server']);
    // Both clients of one point, by their outer products at least.
    const { 'points as they are': whole, 'points up to their sign': either } = score.measures;
    expect(Number(whole) + Number(either)).toBeGreaterThanOrEqual(2);
    expect(score.exposed).toBeGreaterThan(0);
  });

  test.each([{ by: 'clients' }, { by: 'nobody' }])(
    'learns no point from masked sums with noise of $by',
    async (noise) => {
      const { score } = await attempt(scenario(noise), feddp, attack, ['server']);
      expect(score.exposed).toBe(0);
    },
  );

  test.each([
    [{ by: 'server' }, "sees every client's sums in the clear"],
    [{ by: 'nobody' }, 'No noise is added'],
    [{ by: 'clients', policy: 'enforced', dropouts: 1, colluding: 2 }, '2 clients reveal their shares to it'],
  ])('is described with %o', (noise, words) => {
    const { parameters, population } = scenario(noise);
    expect(feddp.privacy?.statement(feddp.agree(parameters as never, population))).toContain(words);
  });
});
