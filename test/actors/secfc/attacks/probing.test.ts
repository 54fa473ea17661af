/** A client of SecFC that lies in order to learn, and what its lies are worth. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secfc } from '../../../../bin/standard.ts';
import { likeliestOf } from '../../../../actors/secfc/attacks/located.ts';
import { attackOf, attempt, findingsOf } from '../../../support/attack-attempts.ts';
import { play, scenarioFiles, type Setting } from '../../../support/scenarios.ts';

const load = scenarioFiles();

interface Change {
  readonly clients?: number;
  readonly dimension?: number;
  readonly members?: readonly string[];
  readonly protocol?: object;
}

/** Seven clients, all of whose answers are needed, and one of which lies. */
function probed({ clients = 7, dimension = 2, members = ['client-1'], protocol = {} }: Change = {}): Setting {
  return {
    seed: 3,
    clients,
    data: { source: 'gaussian-mixture', points: 12 * clients, dimension, components: 3, deviation: 2 },
    protocol: { name: 'secfc', clusters: 4, privacy: 3, scale: 10, ...protocol } as Setting['protocol'],
    collusion: [{ members, adversary: 'probing', attacks: ['probed-points'] }],
  } as Setting;
}

const ALL = (of: number): string => `${of} of ${of}`;

describe('a client that lies to learn', () => {
  test.each([
    ['four clusters', {}],
    ['three, of which two are of use', { protocol: { clusters: 3 } }],
    ['eight', { protocol: { clusters: 8 } }],
    ['one coordinate', { dimension: 1 }],
    ['five coordinates', { dimension: 5 }],
    ['segments', { clients: 9, protocol: { segments: 2 } }],
    ['the last of the clients', { members: ['client-7'] }],
    ['clusters that must not be small', { protocol: { minimumCluster: 2 } }],
    ['clusters that are filled again', { protocol: { empty: 'farthest' } }],
    ['separation', { protocol: { centreSeparation: true } }],
    ['a verified sharing', { protocol: { verifiableSharing: true } }],
  ] as const)('finds all points to a step of the grid: %s', async (_, change) => {
    const setting = probed(change);
    const [{ exposed, measures, adversary }] = await findingsOf(load(setting));
    expect(adversary).toBe('probing');
    expect(measures['points to a step of the grid']).toBe(ALL(12 * ((setting.clients as number) - 1)));
    expect(exposed.most).toBeGreaterThan(0.9);
  });

  test('knows more, the more rounds there are', async () => {
    const after = async (maxIterations: number): Promise<number> => {
      const [{ measures }] = await findingsOf(load(probed({ protocol: { maxIterations, scale: 1000 } })));
      return Number.parseFloat(String(measures['squared error explained']));
    };
    const [two, ten, thirty] = [await after(2), await after(10), await after(30)];
    expect(ten).toBeGreaterThan(two);
    expect(thirty).toBeGreaterThan(99.9);
  });

  test('is corrected and blamed where wrong answers are provided for, and learns nothing', async () => {
    const scenario = load(probed({ clients: 9, protocol: { byzantine: 1 } }));
    const [{ exposed }] = await findingsOf(scenario);
    expect(exposed.most).toBe(0);
    const { findings } = await play(scenario);
    expect(findings.blamed).toEqual(['client-1']);
  });

  test('cannot make up places enough without points', async () => {
    const shards = [[[0.5, 0.5]], ...Array.from({ length: 6 }, (_, j) => [[j, 2 * j]])];
    const { data: _, clients: __, ...rest } = probed();
    const [{ exposed }] = await findingsOf(load({ ...rest, shards } as Setting));
    expect(exposed.most).toBe(0);
  });
});

describe('the attack', () => {
  const attack = attackOf(secfc, 'probed-points');

  test('finds nothing in a run in which nobody lies', async () => {
    const { collusion: _, ...honest } = probed() as Setting & { readonly collusion: unknown };
    const { score } = await attempt(load(honest), secfc, attack, ['client-1']);
    expect(score.exposed).toBe(0);
    expect(score.meaning).toContain('no clusters were those');
  });

  test('is not one on runs in which an answer may not count', () => {
    const concerns = (change: Change): boolean => {
      const { parameters, population } = load({ ...probed(change), collusion: [] } as Setting);
      return attack.concerns?.(secfc.agree(parameters as never, population)) === true;
    };
    expect(concerns({})).toBe(true);
    expect(concerns({ clients: 8 })).toBe(false);
    expect(concerns({ protocol: { clusters: 2 } })).toBe(false);
    expect(concerns({ protocol: { disclosure: 'blinded' } })).toBe(false);
  });
});

test('no other guess is near more values than the likeliest', () => {
  const value = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1 }),
      fc.integer({ min: 0, max: 9 }),
      value,
      (values, within, other) => {
        const near = (guess: number): number => values.filter((x) => Math.abs(x - guess) <= within).length;
        expect(near(likeliestOf(values, within))).toBeGreaterThanOrEqual(near(other));
      },
    ),
  );
  expect(likeliestOf([], 1)).toBeNaN();
});
