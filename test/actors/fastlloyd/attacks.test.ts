/** The coalitions of FastLloyd, with what they learn as numbers; each has a control that learns nothing. */

import { describe, expect, test } from 'vitest';
import { fastlloyd } from '../../../bin/standard.ts';
import { scenarioFiles } from '../../support/scenarios.ts';
import { attackOf, attempt } from '../../support/attack-attempts.ts';
import { shardsOf } from '../../support/feddp-parties.ts';

const load = scenarioFiles();
/** One client of one point, who is alone in its clusters. */
const shards = [[[0.1, 0.2, 4.1]], ...shardsOf(4, 12)];

const scenario = (noise: object = {}, more: object = {}) =>
  load({
    shards,
    protocol: { name: 'fastlloyd', clusters: 3, rounds: 3, reach: 3, budget: { epsilon: 1 }, noise },
    ...more,
  });

const learnt = async (all: ReturnType<typeof scenario>, attack: string, members: readonly string[]) =>
  (await attempt(all, fastlloyd, attackOf(fastlloyd, attack), members)).score;

describe('the server', () => {
  test('learns nothing by itself, whatever the data', async () => {
    const { exposed, measures } = await learnt(scenario(), 'common-key', ['server']);
    expect(exposed).toBe(0);
    expect(measures['of sums']).toBeGreaterThan(0);
  });

  test.each(['client-1', 'client-4'])(
    'knows every sum of every client with %s, and the points of clusters of one',
    async (one) => {
      const { exposed, measures } = await learnt(scenario(), 'common-key', ['server', one]);
      expect(exposed).toBe(1);
      expect(measures['sums known exactly']).toBe(3 * 4);
      // The point of client-1, unless that is who colludes.
      expect(Number(measures['points read from them']) >= 1).toBe(one === 'client-4');
    },
  );
});

describe('clients without the server', () => {
  const coalition = ['client-2', 'client-3', 'client-4', 'client-5'];

  test('know no sum of others exactly, however many collude', async () => {
    expect((await learnt(scenario(), 'others-sums', coalition)).exposed).toBe(0);
    expect((await learnt(scenario({ by: 'clients' }), 'others-sums', coalition)).exposed).toBe(0);
  });

  test('know the point of the one remaining client if there is no noise', async () => {
    const { exposed, measures } = await learnt(scenario({ by: 'nobody' }), 'others-sums', coalition);
    expect(exposed).toBe(1);
    expect(measures['points read from them']).toBe(1);
  });
});
