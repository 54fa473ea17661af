/** Sparse sums as a whole, over secure aggregation: dropouts, garbage, blame. */

import { describe, expect, test } from 'vitest';
import { contributeCells } from '../../../../actors/blocks/scma/client.ts';
import type { CodeName } from '../../../../actors/blocks/scma/shape.ts';
import type { Cell } from '../../../../actors/blocks/scma/grid.ts';
import { sparseSum } from '../../../../actors/blocks/scma/index.ts';
import { handedOver } from '../../../../src/core/base/handed-over.ts';
import { broughtBy } from '../../../../src/core/protocol/subprotocol.ts';
import type { Aborted } from '../../../../src/core/engine/actors/abortion.ts';
import { sumCells, type SparseSum } from '../../../../actors/blocks/scma/server.ts';
import {
  type SparseSession,
  sparseSession,
  sparseSumCost,
  sparseSumProblems,
} from '../../../../actors/blocks/scma/session.ts';
import { encodeCells } from '../../../../actors/blocks/scma/tasks.ts';
import { contributeSecretly } from '../../../../actors/blocks/sums/index.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';
import type { Role, Self } from '../../../../src/core/engine/actors/actor.ts';
import { Bus } from '../../../../src/core/engine/messages/bus.ts';
import { type Behaviour, type Effect, finish, receive } from '../../../../src/core/engine/actors/effects.ts';
import type { Rule } from '../../../../src/core/engine/network/rule.ts';
import { Ledger } from '../../../../src/run/trace/ledger.ts';
import { counted, stated } from '../../../support/counts.ts';
import { dropping } from '../../../support/scenarios.ts';
import { actor, actors, play, type Played } from '../../../support/cast.ts';
import { aggregationOf } from '../../../../actors/blocks/scma/session.ts';
import { Regroup, Settled } from '../../../../actors/blocks/scma/messages.ts';

interface Setting {
  readonly clients: readonly (readonly Cell[])[];
  readonly code?: CodeName;
  readonly blame?: number;
  readonly rules?: readonly Rule[];
  /** Clients that send garbage in place of sums. */
  readonly byzantine?: readonly number[];
  readonly capacity?: number;
  /** What a dishonest server makes of an honest one. */
  readonly server?: (honest: Behaviour<SparseSum>) => Behaviour<SparseSum>;
}

const GRID = { dimension: 2, levels: 10 };

async function playSum(
  setting: Setting,
): Promise<Played & { sum: SparseSum; ledger: Ledger; session: SparseSession }> {
  const { clients, code = 'exact', blame, rules, byzantine = [], server } = setting;
  const sizes = clients.map((cells) => cells.reduce((sum, { count }) => sum + count, 0));
  const points = sizes.reduce((sum, size) => sum + size, 0);
  const shape = { ...GRID, capacity: setting.capacity ?? clients.flat().length, points, entries: 2 };
  const names = clients.map((_, j) => `client-${j + 1}`);
  const session = sparseSession({ code, blame, malicious: false }, names, shape, 1e12);
  const roles: Role[] = [
    actor('server', function* (self) {
      const honest = sumCells(self, session, 3, sizes);
      yield* finish(yield* server === undefined ? honest : server(honest));
    }),
    actors('client', clients.length, function* (self) {
      const half = byzantine.includes(self.index) ? lie : contributeCells;
      yield* half(self, session, 3, clients[self.index]);
    }),
  ];
  const bus = new Bus();
  const ledger = new Ledger(roles);
  ledger.attach(bus);
  const played = await play(roles, {
    messages: broughtBy([sparseSum]).messages,
    bus,
    ...(rules && { rules }),
  });
  const sum = played.result.results.get('server') as SparseSum | Aborted;
  // Where there is none, tests look for the reason in its place.
  const found = 'reason' in sum ? ({ failure: sum.reason } as never) : sum;
  return { ...played, ledger, session, sum: found };
}

/** A client that contributes made-up elements, whenever it is asked. */
function* lie(self: Self, session: SparseSession, number: number): Behaviour {
  const vectors = new ModularVectors(session.modulus);
  let [aggregation, group] = [number * 2 ** 24, session.clients];
  for (;;) {
    const garbage = vectors.uniform(self.random.secretKey('garbage', `${aggregation}`), session.length);
    yield* contributeSecretly(self, aggregationOf(session, aggregation, group), handedOver(garbage));
    if (session.blame === undefined) return;
    const { body } = yield* receive([Regroup, Settled]);
    if (!('parties' in body)) return;
    aggregation = body.aggregation;
    group = Array.from(body.parties, (party) => session.clients[party]);
  }
}

const cell = (x: number, y: number, count: number): Cell => ({ place: [x, y], count });

const FIVE = [
  [cell(0, 0, 4), cell(9, 9, 2)],
  [cell(0, 0, 1), cell(3, 4, 7)],
  [cell(5, 5, 2)],
  [cell(5, 5, 2), cell(0, 1, 1)],
  [cell(8, 2, 3), cell(8, 3, 3)],
];

function total(clients: readonly number[]): Cell[] {
  const counts = new Map<string, Cell>();
  for (const { place, count } of clients.flatMap((j) => FIVE[j]))
    counts.set(place.join(), { place, count: count + (counts.get(place.join())?.count ?? 0) });
  return [...counts.values()].toSorted((a, b) => (a.place.join() < b.place.join() ? -1 : 1));
}

const sorted = (sum: SparseSum): unknown =>
  'cells' in sum
    ? { ...sum, cells: sum.cells.toSorted((a, b) => (a.place.join() < b.place.join() ? -1 : 1)) }
    : sum;

describe.each(['exact', 'integers', 'hashed'] as const)('with the code %s', (code) => {
  test('the server learns the sum of all cells', async () => {
    const { sum, result } = await playSum({ clients: FIVE, code });
    expect(sorted(sum)).toEqual({ cells: total([0, 1, 2, 3, 4]), survivors: [0, 1, 2, 3, 4], blamed: [] });
    expect(result.ending).toBe('done');
  });

  test('the server learns the sum over those who stayed if one drops out', async () => {
    const rules = [dropping(({ sender, type }) => sender === 2 && type.name === 'masked')];
    const { sum } = await playSum({ clients: FIVE, code, rules });
    expect(sorted(sum)).toEqual({ cells: total([0, 2, 3, 4]), survivors: [0, 2, 3, 4], blamed: [] });
  });

  test('garbage from one client makes the sum fail', async () => {
    const { sum } = await playSum({ clients: FIVE, code, byzantine: [3] });
    expect(sum).toEqual({ failure: 'the sum of 5 clients does not decode to at most 9 cells' });
  });

  test('with blame that client is named, and the others are summed up', async () => {
    const { sum, of, result } = await playSum({ clients: FIVE, code, byzantine: [3], blame: 1 });
    expect(sorted(sum)).toEqual({ cells: total([0, 1, 2, 4]), survivors: [0, 1, 2, 4], blamed: [[3]] });
    expect(result.ending).toBe('done');
    // Halves of 5, of 3 and of 2.
    expect(
      new Set(
        of('sent')
          .filter(({ type }) => type === 'regroup')
          .map(({ payload }) => payload),
      ).size,
    ).toBe(6);
  });
});

test('two Byzantine parties are named, and groups of two where no smaller ones may be summed', async () => {
  const one = await playSum({ clients: FIVE, byzantine: [0, 4], blame: 1 });
  expect(one.sum).toMatchObject({ survivors: [1, 2, 3], blamed: [[0], [4]] });
  const two = await playSum({ clients: FIVE, byzantine: [0], blame: 2 });
  expect(two.sum).toMatchObject({ survivors: [2, 3, 4], blamed: [[0, 1]] });
});

test('a server that gives a group an aggregation of another sum, whose masks would be used twice, is refused', async () => {
  /** Each group gets the number that it would have in the sum after this one. */
  function* ahead(server: Behaviour<SparseSum>): Behaviour<SparseSum> {
    for (let step = server.next(); ;) {
      if (step.done === true) return step.value;
      const effect = step.value;
      if (effect.kind === 'send' && effect.type.name === Regroup.name) {
        const { aggregation } = effect.body as { aggregation: number };
        const body = { ...(effect.body as object), aggregation: aggregation + 2 ** 24 };
        step = server.next(yield { ...effect, body } as Effect);
      } else step = server.next(yield effect);
    }
  }
  const { of, result } = await playSum({ clients: FIVE, byzantine: [3], blame: 1, server: ahead });
  // By each honest client, in the group that it would have been summed up in.
  expect(of('refused').filter(({ reason }) => reason === 'wrong group')).toHaveLength(4);
  expect(result.ending).toBe('done');
});

test('more cells than agreed are refused', async () => {
  const { sum } = await playSum({ clients: FIVE, capacity: 4 });
  expect(sum).toEqual({ failure: 'the sum of 5 clients does not decode to at most 4 cells' });
});

test('a sparse sum costs what its formulas say', async () => {
  for (const blame of [undefined, 1]) {
    const clients = Array.from({ length: 4 }, (_, j) => [cell(j, 0, 1), cell(0, j, 2)]);
    const { ledger, session } = await playSum({ clients, ...(blame !== undefined && { blame }) });
    expect(counted(ledger)).toEqual(stated(sparseSumCost(session)));
  }
});

test('an empty vector is encoded as zeros, in as many elements', () => {
  const { shape, modulus, length } = sparseSession(
    { code: 'exact', malicious: false },
    ['client-1'],
    { ...GRID, capacity: 3, points: 9, entries: 2 },
    1,
  );
  const none = encodeCells.run({ shape, modulus, length, salt: 0, entries: 2, cells: [] });
  expect(new ModularVectors(modulus).toBigints(none)).toEqual(Array.from({ length }, () => 0n));
});

test('numbers of too many bits are refused beforehand', () => {
  const shape = { dimension: 784, levels: 5000, capacity: 4, points: 9, entries: 2 };
  const refused = (code: CodeName) =>
    sparseSumProblems({ code, malicious: false }, 5, shape).map(({ path, got }) => [path, got]);
  expect(refused('exact')).toEqual([['protocol.aggregation.code', 'exact with 9634']]);
  expect(refused('integers')).toEqual([['protocol.aggregation.code', 'integers with 67439']]);
  expect(refused('hashed')).toEqual([]);
});
