/** Membership from revealed centres, what clients are told on purpose, and what SecFC says of itself. */

import { describe, expect, test } from 'vitest';
import { secfc } from '../../../../bin/standard.ts';
import { scenarioFiles, type Setting } from '../../../support/scenarios.ts';
import { attackOf, attempt, findingsOf } from '../../../support/attack-attempts.ts';

const load = scenarioFiles();

const setting = (protocol: object, collusion: readonly object[] = []): Setting =>
  ({
    seed: 6,
    clients: 7,
    data: { source: 'gaussian-mixture', points: 160, dimension: 4, components: 3, deviation: 3, holdOut: 60 },
    protocol: { name: 'secfc', clusters: 3, privacy: 3, ...protocol },
    collusion,
  }) as Setting;

describe('membership', () => {
  const area = async (protocol: object): Promise<number> => {
    const { score } = await attempt(load(setting(protocol)), secfc, attackOf(secfc, 'membership'), [
      'server',
    ]);
    return Number(score.measures['area under the curve']);
  };

  test('is certain from revealed centres and the distances to them, however points are segmented', async () => {
    expect(await area({ reveal: true })).toBe(1);
    expect(await area({ reveal: true, privacy: 2, segments: 2 })).toBe(1);
  });

  test('is little better than chance from centres alone', async () => {
    // Stopped early, the distances seen are to other centres than those revealed.
    const stopped = await area({ reveal: true, maxIterations: 1 });
    expect(stopped).toBeGreaterThan(0.4);
    expect(stopped).toBeLessThan(0.65);
  });

  test('is inapplicable if nothing is revealed, or nothing was held out', async () => {
    const server = [{ members: ['server'] }];
    const hidden = await findingsOf(load(setting({}, server)));
    expect(hidden.map(({ attack }) => attack)).toEqual(['geometry']);
    const all = setting({ reveal: true }, server);
    const without = await findingsOf(load({ ...all, data: { ...all.data, holdOut: 0 } }));
    expect(without.map(({ attack }) => attack)).toEqual(['geometry']);
  });
});

describe('a start from subsets', () => {
  const row = async (subsets: number) => {
    const start = { subsets, restarts: 2 };
    const attack = attackOf(secfc, 'start-subsets');
    const { guess, score } = await attempt(load(setting({ privacy: 1, start })), secfc, attack, ['server']);
    return { score, told: (guess as { told: readonly unknown[] }).told.length };
  };

  test('of one point each reveals distances between points, in every start', async () => {
    const { score, told } = await row(1);
    expect(score.exposed).toBe(1);
    expect(score.measures['starts seen']).toBe(2);
    // Three clusters, and every other one of the hundred points that are clustered.
    expect(told).toBe(2 * 3 * 99);
    expect(score.measures['within 0.1 | 1 | 10 %']).toBe('100 | 100 | 100 %');
  });

  test('of several points reveals nothing beyond a guess about any one of them', async () => {
    const { score, told } = await row(6);
    expect(told).toBe(2 * 18 * 99);
    expect(score.advantage?.value).toBeLessThan(0.02);
  });

  test('has no row in runs with another start', async () => {
    const found = await findingsOf(load(setting({}, [{ members: ['server'] }])));
    expect(found.map(({ attack }) => attack)).not.toContain('start-subsets');
  });
});

describe('assignments', () => {
  test('are known to every client, for every point of the others', async () => {
    const [{ exposed, measures }] = await findingsOf(
      load(setting({}, [{ any: 1, draws: 7, attacks: ['assignments'] }])),
    );
    expect(exposed).toEqual({ least: 1, mean: 1, most: 1 });
    expect(measures['clusters known']).toMatch(/^8[56] of 8[56]$/);
  });

  test('are not attributed to messages to the server, which makes them', () => {
    expect(attackOf(secfc, 'assignments').needs).toEqual({ clients: 1 });
  });
});

test.each([
  ['distances', 'As published it does not keep their geometry from the server'],
  ['blinded', 'Blinding is heuristic'],
  ['order', 'Comparisons do not keep it either'],
])('with disclosure %s, SecFC says plainly what it keeps: "%s"', (disclosure, said) => {
  const { parameters, population } = load(setting({ disclosure }));
  const statement = secfc.privacy?.statement(secfc.agree(parameters as never, population));
  expect(statement).toContain("SecFC keeps every client's points from any 3 others.");
  expect(statement).toContain(said);
});

test('an attack that cannot be attempted says why', () => {
  const { parameters, population } = load(setting({ align: { threshold: 3 }, verifiableSharing: true }));
  const agreed = secfc.agree(parameters as never, population);
  expect(attackOf(secfc, 'openings').inapplicable?.(agreed as never)).toContain(
    'nobody knows who holds which point',
  );
});
