/** What clusters tell clients of the others' points, and what rounding keeps from everybody. */

import { describe, expect, test } from 'vitest';
import { secfc } from '../../../../bin/standard.ts';
import { view } from '../../../../src/lab/attack/attack-run.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { plugins } from '../../../support/plugins.ts';
import { scenarioFiles, type Setting } from '../../../support/scenarios.ts';
import { attackOf, attempt } from '../../../support/attack-attempts.ts';

const load = scenarioFiles();

const stream = new Random(3).stream('points');
const shards = Array.from({ length: 6 }, () =>
  Array.from({ length: 20 }, () => [40 * stream.integer(4) + 10 * stream.uniform(), 30 * stream.uniform()]),
);
const setting = (points: number[][][], protocol: object = {}): Setting => ({
  shards: points,
  seed: 2,
  protocol: { name: 'secfc', clusters: 4, privacy: 2, scale: 10, ...protocol } as Setting['protocol'],
});

describe('clusters of all rounds', () => {
  const attack = attackOf(secfc, 'half-spaces');

  test("reveal much about where others' points lie", async () => {
    const { score, guess, truth } = await attempt(load(setting(shards)), secfc, attack, ['client-1']);
    expect(Number.parseFloat(String(score.measures['squared error explained']))).toBeGreaterThan(60);
    expect(attack.fit?.(guess, truth)).toBeLessThan(0);
  });

  test('reveal more, the more clients pool their points', async () => {
    const explained = async (members: string[]): Promise<number> => {
      const { score } = await attempt(load(setting(shards)), secfc, attack, members);
      return Number.parseFloat(String(score.measures['squared error explained']));
    };
    expect(await explained(['client-1', 'client-2'])).toBeGreaterThan((await explained(['client-1'])) - 1);
  });
});

test('digits beyond quantisation leave no client: every message is the same without them', async () => {
  const rounded = shards.map((points) => points.map((x) => x.map((v) => Math.floor(v * 10) / 10)));
  // The announced ranges are of the points as they are, so two points pin them.
  rounded[0][0] = [...shards[0][0]];
  const extremes = (points: number[][][]): number[][][] => [
    [...points[0].slice(1), [-1, -1]],
    [...points[1].slice(1), [200, 200]],
    ...points.slice(2),
  ];
  const everybody = ['server', ...shards.map((_, j) => `client-${j + 1}`)];
  const seen = async (points: number[][][]) => {
    const { members } = await view(load(setting(extremes(points))), everybody, { plugins });
    return members.flatMap(({ received }) => received);
  };
  expect(await seen(rounded)).toEqual(await seen(shards));
});

describe('aligned identifiers', () => {
  const attack = attackOf(secfc, 'owners');
  const aligned = () => load(setting(shards, { align: { threshold: 4 } }));

  test('do not reveal to the server whose they are', async () => {
    const { score } = await attempt(aligned(), secfc, attack, ['server']);
    expect(score.exposed).toBe(0);
  });

  test('reveal to the server and all clients but one what that one holds', async () => {
    const members = ['server', 'client-1', 'client-2', 'client-3', 'client-4', 'client-5'];
    const { score } = await attempt(aligned(), secfc, attack, members);
    expect(score.exposed).toBe(1);
  });
});
