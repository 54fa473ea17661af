/** The null control of every attack: shown a run on other points, it is at chance. */

import { describe, expect, test } from 'vitest';
import { games as gamesOf } from '../../../experiments/leaks/controls.ts';
import type { Game } from '../../../src/lab/attack/game.ts';
import { thoroughly } from '../../support/long.ts';

const RUNS = thoroughly(40, 100);

function games(
  members: readonly string[],
  protocol: { readonly name: string } & Record<string, unknown>,
  rest: object = {},
  runs: number = RUNS,
): Promise<Game[]> {
  return gamesOf({ members, protocol, rest }, runs);
}

/** Of each attack: whether what was shown could be told apart from a decoy, given that its control is fair. */
function verdicts(
  played: readonly Game[],
  runs: number = RUNS,
): Record<string, 'told' | 'hidden' | 'neither' | 'unfair'> {
  // 99.9 % of fair coins are nearer to one half: of a control, nothing more can be asked.
  const isFair = (right: number): boolean => Math.abs(right - runs / 2) <= 3.29 * 0.5 * Math.sqrt(runs);
  return Object.fromEntries(
    played.map(({ attack, shown, control }) => {
      if (control.runs !== runs || !isFair(control.right)) return [attack, 'unfair'];
      if (shown.interval[0] > 0.3) return [attack, 'told'];
      return [attack, isFair(shown.right) ? 'hidden' : 'neither'];
    }),
  );
}

describe('against SecFC', () => {
  const small = { name: 'secfc', clusters: 2, privacy: 1, maxIterations: 3 } as const;

  test('t clients tell nothing from shares; assignments tell something', async () => {
    expect(verdicts(await games(['client-2'], small))).toEqual({
      assignments: 'told',
      'half-spaces': 'told',
      'share-pooling': 'hidden',
    });
  });

  test('t+1 clients tell everything', async () => {
    expect(verdicts(await games(['client-1', 'client-3'], small))).toEqual({
      assignments: 'told',
      'half-spaces': 'told',
      'share-pooling': 'told',
    });
  });

  test('the server tells from the map, and from membership where centres are revealed', async () => {
    expect(verdicts(await games(['server'], { ...small, clusters: 3, reveal: true }))).toEqual({
      geometry: 'told',
      membership: 'told',
    });
  });

  test('the server and a client tell from the anchored map, and not from shares', async () => {
    const played = await games(['server', 'client-2'], { ...small, clusters: 4 });
    expect(verdicts(played)).toEqual({
      'anchored-geometry': 'told',
      assignments: 'told',
      geometry: 'told',
      'half-spaces': 'told',
      'probed-points': 'hidden',
      'share-pooling': 'hidden',
    });
  });

  test('the server tells from segments', async () => {
    expect(verdicts(await games(['server'], { ...small, segments: 2 }, { clients: 5 }))).toEqual({
      geometry: 'told',
      segments: 'told',
    });
  });

  test('the server tells from distances blinded', async () => {
    expect(verdicts(await games(['server'], { ...small, clusters: 4, disclosure: 'blinded' }))).toEqual({
      unblinding: 'told',
      geometry: 'told',
    });
  });

  test('a server that steers tells from the map', async () => {
    const collusion = [{ members: ['server'], adversary: 'steering' }];
    expect(verdicts(await games(['server'], small, { collusion }))).toEqual({ geometry: 'told' });
  });

  test('a client that lies tells from the clusters that it brought about', async () => {
    const collusion = [{ members: ['client-1'], adversary: 'probing' }];
    const probing = { ...small, clusters: 4, maxIterations: 20 };
    const found = verdicts(await games(['client-1'], probing, { collusion }));
    expect(found).toMatchObject({ 'probed-points': 'told', 'share-pooling': 'hidden' });
  });
});

describe('against other protocols', () => {
  test('the server of centralised Lloyd tells everything', async () => {
    expect(verdicts(await games(['server'], { name: 'lloyd', clusters: 2 }))).toEqual({ points: 'told' });
  });

  test('the server of k-FED tells from centres', async () => {
    expect(verdicts(await games(['server'], { name: 'kfed', clusters: 2 }))).toEqual({
      membership: 'told',
      'small-clusters': 'told',
    });
  });

  test('the server of sums tells from single movers', async () => {
    const data = { source: 'gaussian-mixture', points: 40, dimension: 2, components: 3, deviation: 4 };
    const sums = { name: 'sums', clusters: 3, rounds: 6 };
    // They tell from few of the games.
    expect(verdicts(await games(['server'], sums, { data }, 100), 100)).toEqual({
      linear: 'told',
      'single-mover': 'told',
    });
  });

  test('the server of MUFC tells from the cells of the last client where all others help it', async () => {
    const cube = { minimum: -0.5, maximum: 0.5 };
    const data = {
      source: 'gaussian-mixture',
      points: 20,
      dimension: 2,
      components: 2,
      deviation: 4,
      scale: cube,
    };
    const own = { name: 'mufc', clusters: 2, aggregation: { threshold: 2 } } as const;
    const all = ['server', 'client-1', 'client-2'];
    expect(verdicts(await games(all, own, { data, clients: 3 }))).toMatchObject({
      'single-clients': 'told',
    });
  });
});

/** Honest twins of the same coalitions, which open no sum of one client, tell nothing. */
describe('a server with a Sybil', () => {
  const data = { source: 'gaussian-mixture', points: 20, dimension: 2, components: 2, deviation: 4 };
  const cube = { minimum: -0.5, maximum: 0.5 };
  const members = ['server', 'client-3'];
  const mufc = { name: 'mufc', clusters: 2, aggregation: { threshold: 2 } };

  test.each<['told' | 'hidden' | 'neither', object]>([
    ['told', { collusion: [{ members, adversary: 'isolating' }] }],
    ['hidden', {}],
  ])('of MUFC: the cells of one client are %s', async (expected, rest) => {
    const played = await games(members, mufc, { data: { ...data, scale: cube }, ...rest });
    expect(verdicts(played)['single-clients']).toBe(expected);
  });
});

test('the same game comes out the same', async () => {
  const protocol = { name: 'secfc', clusters: 2, privacy: 1, maxIterations: 1 };
  const again = () => gamesOf({ members: ['client-1', 'client-2'], protocol }, 20);
  expect(await again()).toEqual(await again());
});
