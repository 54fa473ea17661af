/** Claims about one of two servers: each is tested, also the one that reports nothing. */

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { scenarioOf } from '../../../experiments/mutants/examine.ts';
import { fromRows, type Matrix } from '../../../src/core/base/matrix.ts';
import type { Self } from '../../../src/core/engine/actors/actor.ts';
import { type Behaviour, collect, finish, send } from '../../../src/core/engine/actors/effects.ts';
import { message, residues } from '../../../src/core/engine/wire/message.ts';
import { blankShard, clientsIn } from '../../../src/core/kit/attack.ts';
import { quantiseMatrix } from '../../../src/core/math/field/quantise.ts';
import type { Population } from '../../../src/core/protocol/population.ts';
import { protocol } from '../../../src/core/protocol/protocol.ts';
import { type GivenShard, role } from '../../../src/core/protocol/role.ts';
import { type RealRun, simulator } from '../../../src/core/protocol/simulator.ts';
import { attackRun } from '../../../src/lab/attack/attack-run.ts';
import { thoroughly } from '../../support/long.ts';

const P = 2 ** 28 - 57;
const Half = message('half', { values: residues });

interface Agreed extends Population {
  readonly clusters: number;
}
type Halves = readonly [left: Uint32Array, right: Uint32Array];
/** What a client sends whom, given the sum of its points and its halves. */
type Sends = (halves: Halves, sum: Uint32Array) => readonly (readonly [to: string, values: Uint32Array])[];

const minus = (a: Uint32Array, b: Uint32Array): Uint32Array => a.map((x, c) => (x + P - b[c]) % P);
const plus = (a: Uint32Array, b: Uint32Array): Uint32Array => a.map((x, c) => (x + b[c]) % P);

function sumOf(shard: Matrix): Uint32Array {
  const { columns, values } = quantiseMatrix(shard, 1000);
  const sum = new Uint32Array(columns);
  values.forEach((value, at) => (sum[at % columns] = (sum[at % columns] + value + P) % P));
  return sum;
}

const one: Sends = ([left, right]) => [
  ['left', left],
  ['right', right],
];

function uniform(self: Self, length: number): Uint32Array {
  const stream = self.random.stream('half');
  return Uint32Array.from({ length }, () => stream.integer(P));
}

function* client(self: Self, { shard }: GivenShard<Agreed>, sends: Sends): Behaviour {
  const sum = sumOf(shard);
  const left = uniform(self, shard.columns);
  for (const [to, values] of sends([left, minus(sum, left)], sum))
    yield* send(to, Half, { values: [values] });
}

function* added(clients: readonly string[]): Behaviour<Uint32Array> {
  const halves = yield* collect(Half, { count: clients.length, from: clients });
  return halves.map(({ body }) => body.values[0]).reduce(plus);
}

const nothing = simulator<Agreed, Record<string, never>>({
  functionality: () => ({}),
  standIns: {
    client: (self, { agreed, population }) =>
      client(self, { agreed, shard: blankShard(population, self.index) } as GivenShard<Agreed>, one),
    *right() {
      // The left server hears nothing of it.
    },
  },
});

const total = simulator<Agreed, { total(): Uint32Array }>({
  functionality: (real: RealRun<Agreed>) => ({
    total: () =>
      clientsIn(real)
        .map(({ shard }) => sumOf(shard))
        .reduce(plus),
  }),
  standIns: {
    *client(self, { agreed, shared }) {
      const stream = shared().stream(self.name);
      const right = Uint32Array.from({ length: agreed.dimension }, () => stream.integer(P));
      for (const to of ['left', 'right']) yield* send(to, Half, { values: [right] });
    },
    *left(_self, { agreed, functionality }) {
      const rest = minus(Uint32Array.from(functionality.total()), yield* added(agreed.clients));
      yield* send('right', Half, { values: [rest] });
    },
  },
});

/** The mean of all points by two servers; only the right one reports. */
function twoServers(sends: Sends) {
  return protocol({
    name: 'two-servers',
    summary: 'the mean of all points by two servers',
    parameters: z.strictObject({ clusters: z.literal(1), start: z.literal('random').default('random') }),
    messages: [Half],
    tasks: [],
    agree: ({ clusters }, population): Agreed => ({ ...population, clusters }),
    roles: {
      left: role<Agreed>({
        parties: 'one',
        *play(_self, { agreed }) {
          yield* send('right', Half, { values: [yield* added(agreed.clients)] });
        },
      }),
      right: role<Agreed>({
        parties: 'one',
        *play(_self, { agreed }) {
          const { clients, points } = agreed;
          const halves = yield* collect(Half, { count: clients.length + 1, from: [...clients, 'left'] });
          const all = halves.map(({ body }) => body.values[0]).reduce(plus);
          const labels = new Uint16Array(points);
          const centres = fromRows([Array.from(all, (value) => value / points)]);
          yield* finish({
            kind: 'clustered',
            labels,
            history: [labels],
            iterations: 1,
            converged: true,
            centres,
          });
        },
      }),
      client: role<Agreed>({ parties: 'many', play: (self, given) => client(self, given, sends) }),
    },
    reports: 'right',
    privacy: {
      attacks: [],
      claims: () => [
        { says: 'left learns nothing', coalition: { left: 1 }, attacks: [], simulator: nothing },
        { says: 'right learns the total', coalition: { right: 1 }, attacks: [], simulator: total },
      ],
      moduli: () => [BigInt(P)],
      statement: () => '',
    },
  });
}

async function verdicts(sends: Sends): Promise<readonly string[]> {
  const of = twoServers(sends);
  const setting = { protocol: { name: 'two-servers', clusters: 1 }, collusion: [] };
  const { scenario, plugins } = scenarioOf({ name: of.name, what: '', protocol: of as never, setting }, 3);
  const { certificate } = await attackRun(scenario, { plugins, repeats: 16 });
  return (certificate?.verdicts ?? []).map(({ status }) => status);
}

describe('of two servers', () => {
  test('each is found to learn no more than is claimed', async () => {
    expect(await verdicts(one)).toEqual(['nothing found', 'nothing found']);
  });

  const LEAKING: readonly [string, number, Sends][] = [
    [
      'the first, if it is sent both halves',
      0,
      ([left, right]) => [
        ['left', left],
        ['right', right],
        ['left', right],
      ],
    ],
    [
      'the second, if it is sent sums in the clear',
      1,
      ([left], sum) => [
        ['left', left],
        ['right', sum],
      ],
    ],
    [
      'the first, if it is sent sums in the clear',
      0,
      ([, right], sum) => [
        ['left', sum],
        ['right', right],
      ],
    ],
  ];
  test.each(LEAKING.slice(0, thoroughly(2, 3)))('%s, is flagged', async (_, server, sends) => {
    expect((await verdicts(sends))[server]).toBe('flagged');
  });
});
