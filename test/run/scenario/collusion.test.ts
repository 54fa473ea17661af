import { describe, expect, test } from 'vitest';
import { edited, scenarios, SMALL } from '../../support/small-scenario.ts';

const { load, mistakes } = scenarios();

/** The small scenario with a `collusion` section. */
const colluding = (...entries: readonly string[]): string =>
  `${SMALL}collusion:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`;

describe('a scenario can name', () => {
  test('members, numbers of clients, and sizes; attacks or all; the server or not', () => {
    const { collusion, adversary } = load(
      colluding(
        '{ members: [server, client-2], attacks: [geometry] }',
        '{ any: 3, draws: 7, server: true }',
        '{ upTo: 2 }',
      ),
    );
    expect(collusion).toEqual([
      { members: ['server', 'client-2'], attacks: ['geometry'] },
      { any: 3, draws: 7, server: true },
      { upTo: 2, server: false },
    ]);
    expect(adversary).toBeUndefined();
  });

  test('one coalition that does not follow the protocol', () => {
    const { adversary } = load(
      colluding('{ members: [client-1] }', '{ members: [server], adversary: steering }'),
    );
    expect(adversary).toEqual({ name: 'steering', members: ['server'] });
  });

  test('nothing, and then nobody colludes', () => {
    expect(load(SMALL).collusion).toEqual([]);
  });

  test('points to hold out', () => {
    const { population, heldOut, data } = load(edited(SMALL, ['points: 40', 'points: 40\n  holdOut: 10']));
    expect([population.points, data.points.rows, heldOut?.rows]).toEqual([30, 30, 10]);
  });
});

describe('a coalition that cannot be is refused where it stands', () => {
  const ATTACKS =
    'share-rank, share-pooling, openings, assignments, half-spaces, geometry, segments, anchored-geometry, unblinding, comparisons, membership, owners';

  test.each([
    ['{ members: [server, client-9] }', 'members.1', 'server or client-1 to client-5', 'client-9'],
    ['{ members: [client-1, client-1] }', 'members.1', 'every member once', 'client-1'],
    ['{ any: 6 }', 'any', 'at most 5 clients', '6'],
    ['{ upTo: 9 }', 'upTo', 'at most 5 clients', '9'],
    ['{ members: [server], attacks: [magic] }', 'attacks.0', `one of ${ATTACKS}`, 'magic'],
    [
      '{ members: [server], attacks: [geometry, share-rank] }',
      'attacks.1',
      'a coalition with at least 1 of the clients for this attack',
      'share-rank',
    ],
    [
      '{ any: 2, attacks: [anchored-geometry] }',
      'attacks.0',
      'a coalition with the server and at least 1 of the clients for this attack',
      'anchored-geometry',
    ],
    [
      '{ members: [server], attacks: [membership] }',
      'attacks.0',
      'a coalition with the server and points in data.holdOut for this attack',
      'membership',
    ],
    ['{ members: [server], adversary: rude }', 'adversary', 'one of steering, probing', 'rude'],
  ])('%s', (entry, path, expected, got) => {
    const [said, ...others] = mistakes(colluding(entry));
    expect(said).toMatch(/^s\.yaml:24:\d+ collusion\.0\./);
    expect(said.slice(said.indexOf('collusion'))).toBe(
      `collusion.0.${path}: expected ${expected}, got ${got}`,
    );
    expect(others).toEqual([]);
  });

  test('two adversaries are one too many', () => {
    const twice = '{ members: [server], adversary: steering }';
    expect(mistakes(colluding(twice, twice))).toEqual([
      's.yaml:25:37 collusion.1.adversary: expected at most one coalition with an adversary, got another',
    ]);
  });

  test('of a protocol that brings none, there are no attacks and no adversaries', () => {
    const lloyd = edited(colluding('{ members: [server], attacks: [geometry], adversary: steering }'), [
      'secfc\n  clusters: 2\n  privacy: 2',
      'lloyd\n  clusters: 2',
    ]);
    expect(mistakes(lloyd).map((said) => said.slice(said.indexOf('collusion')))).toEqual([
      'collusion.0.attacks.0: expected one of points, got geometry',
      'collusion.0.adversary: expected no adversary: lloyd has none, got steering',
    ]);
  });

  test.each([
    '{}',
    '{ some: 3 }',
    '{ members: [] }',
    '{ any: 0 }',
    '{ upTo: all }',
    '3',
    '{ any: 2, upTo: 2 }',
  ])('one that says nothing that can be understood: %s', (entry) => {
    const [said] = mistakes(colluding(entry));
    expect(said).toMatch(/^s\.yaml:24:\d+ collusion\.0(\.\w+)?: expected /);
  });
});
