import { describe, expect, test } from 'vitest';
import { coalitionsOf, describe as say, isSample, subsets } from '../../../src/lab/attack/coalitions.ts';
import { lloyd } from '../../../bin/standard.ts';
import { partiesOf } from '../../../src/core/protocol/parties.ts';
import { Random } from '../../../src/core/base/random.ts';

const parties = partiesOf(lloyd, 6);
const { clients } = parties;
const stream = (seed = 1) => new Random(seed).stream('coalitions');

describe('the coalitions of an entry', () => {
  test('are the members where they are named', () => {
    const members = ['server', 'client-2'];
    expect([...coalitionsOf({ members }, parties, stream())]).toEqual([members]);
  });

  test('are every set up to a size, each once, the server in each where it is asked for', () => {
    const all = [...coalitionsOf({ upTo: 3, server: false }, parties, stream())];
    expect(all.length).toBe(6 + 15 + 20);
    expect(new Set(all.map((members) => members.join())).size).toBe(all.length);
    const served = [...coalitionsOf({ upTo: 1, server: true }, parties, stream())];
    expect(served).toEqual(clients.map((client) => ['server', client]));
  });

  test('are as many draws as asked for, of different clients, the same under one seed', () => {
    const entry = { any: 3, draws: 200, server: false };
    const drawn = [...coalitionsOf(entry, parties, stream())];
    expect(drawn.length).toBe(200);
    for (const members of drawn) expect(new Set(members).size).toBe(3);
    expect([...coalitionsOf(entry, parties, stream())]).toEqual(drawn);
    expect([...coalitionsOf(entry, parties, stream(2))]).not.toEqual(drawn);
    // All 20 sets come, and no client is preferred: 100 of 600 places each.
    expect(new Set(drawn.map((members) => members.join())).size).toBe(20);
    for (const client of clients) {
      const times = drawn.filter((members) => members.includes(client)).length;
      expect(Math.abs(times - 100)).toBeLessThan(30);
    }
  });

  test('are a sample of every size that has too many, and all of the others', () => {
    const many = partiesOf(lloyd, 20);
    const entry = { upTo: 20, server: false };
    expect(isSample(entry, many)).toBe(true);
    expect(isSample({ upTo: 9, server: false }, many)).toBe(false);
    const sizes = new Map<number, number>();
    for (const members of coalitionsOf(entry, many, stream()))
      sizes.set(members.length, (sizes.get(members.length) ?? 0) + 1);
    expect([1, 4, 5, 10, 15, 16, 19].map((size) => sizes.get(size))).toEqual([
      20, 4845, 10_000, 10_000, 10_000, 4845, 20,
    ]);
  });

  test('leave a client out, of whom they learn something', () => {
    const sizes = [...coalitionsOf({ upTo: 6, server: true }, parties, stream())].map(({ length }) => length);
    expect(Math.max(...sizes)).toBe(1 + 5);
    expect([...coalitionsOf({ upTo: 1, server: false }, partiesOf(lloyd, 1), stream())]).toEqual([
      ['client-1'],
    ]);
  });

  test('are said in few words', () => {
    expect(say({ members: ['server', 'client-1'] })).toBe('server, client-1');
    expect(say({ members: clients })).toBe('client-1, client-2, client-3 and 3 more');
    expect(say({ any: 1, draws: 5, server: false })).toBe('any 1 client');
    expect(say({ any: 4, draws: 5, server: true })).toBe('server and any 4 clients');
    expect(say({ upTo: 2, server: false })).toBe('every set of up to 2 clients');
  });
});

test.each([
  [4, 2, 6],
  [5, 5, 1],
  [5, 0, 1],
  [3, 4, 0],
])('of %i there are the sets of %i: %i', (n, size, count) => {
  const sets = [...subsets(n, size)];
  expect(sets.length).toBe(count);
  expect(sets).toEqual(sets.toSorted((a, b) => a.join().localeCompare(b.join())));
});
