/**
 * A minimal third-party protocol: the sum of all points by additive sharing. Every client splits the sum of its
 * points into one share for each client, uniform subject to adding up to it; everybody sends the sum of the shares
 * that it received to the server, which adds these up. One cluster, whose centre is the mean.
 */

import { z } from 'zod';
import { fromRows } from '../../src/core/base/matrix.ts';
import type { Matrix } from '../../src/core/base/matrix.ts';
import { keystream } from '../../src/core/base/random.ts';
import { quantiseMatrix } from '../../src/core/math/field/quantise.ts';
import type { Clustered } from '../../src/core/protocol/outcome.ts';
import { type AnyProtocol, protocol } from '../../src/core/protocol/protocol.ts';
import type { Population } from '../../src/core/protocol/population.ts';
import { type GivenShard, type GivenStart, role } from '../../src/core/protocol/role.ts';
import { blankShard, clientsIn, programmed, withSent } from '../../src/core/kit/attack.ts';
import { type GivenStandIn, type RealRun, simulator } from '../../src/core/protocol/simulator.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import { type Behaviour, collect, finish, send } from '../../src/core/engine/actors/effects.ts';
import { binary, message, residues } from '../../src/core/engine/wire/message.ts';

export const P = 2 ** 28 - 57;
const SCALE = 1000;

export const Share = message('share', { values: residues, note: binary });
const Sum = message('sum', { values: residues, note: binary });

export interface Agreed extends Population {
  readonly clusters: number;
}

/** How a client splits its sum: one share for each client, modulo {@link P}. */
export type Cut = (self: Self, sum: readonly number[], clients: number, shard: Matrix) => Uint32Array[];

/** Draws uniform residues. */
function uniformIn(self: Self): () => number {
  const draw = keystream(self.random.secretKey('shares'));
  return () => {
    for (;;) {
      const value = draw(1)[0] & (2 ** 28 - 1);
      if (value < P) return value;
    }
  };
}

export const uniformCut: Cut = (self, sum, clients) => {
  const uniform = uniformIn(self);
  const others = Array.from({ length: clients - 1 }, () => Uint32Array.from(sum, uniform));
  const last = Uint32Array.from(sum, (value, c) =>
    others.reduce((rest, share) => (rest + P - share[c]) % P, ((value % P) + P) % P),
  );
  return [...others, last];
};

/** Clients that hold no points, and send every other shares of nothing. */
const uniformShares = simulator({
  functionality: () => ({}),
  standIns: {
    *client(self, { agreed: { clients, dimension } }: GivenStandIn<Agreed>) {
      const draw = uniformIn(self);
      for (const [j, peer] of clients.entries())
        if (j !== self.index)
          yield* send(peer, Share, {
            values: [Uint32Array.from({ length: dimension }, draw)],
            note: new Uint8Array(),
          });
    },
    *server() {
      // Clients hear nothing of it.
    },
  },
});

/** What a client sends the server beside its sum. */
type Note = (shard: Matrix) => Uint8Array;

const noNote: Note = () => new Uint8Array();

/** The sum of a client's points on the grid. */
function sumOf(shard: Matrix): number[] {
  const { columns, values } = quantiseMatrix(shard, SCALE);
  return Array.from({ length: columns }, (_, c) =>
    values.reduce((all, value, at) => all + (at % columns === c ? value : 0), 0),
  );
}

function* client(self: Self, { agreed, shard }: GivenShard<Agreed>, cut: Cut, note: Note): Behaviour {
  const { clients } = agreed;
  const sum = sumOf(shard);
  const shares = cut(self, sum, clients.length, shard);
  for (const [j, peer] of clients.entries())
    if (j !== self.index) yield* send(peer, Share, { values: [shares[j]], note: new Uint8Array() });
  const received = yield* collect(Share, { count: clients.length - 1 });
  const all = [shares[self.index], ...received.map(({ body }) => body.values[0])];
  const total = shares[0].map((_, c) => all.reduce((rest, share) => (rest + share[c]) % P, 0));
  yield* send('server', Sum, { values: [total], note: note(shard) });
}

/** Clients that hold no points, and whose sums are uniform but for their total. */
const totalAlone = simulator({
  functionality: (real: RealRun<Agreed>) => ({
    total: () =>
      clientsIn(real)
        .map(({ shard }) => sumOf(shard))
        .reduce((all, sum) => all.map((value, c) => value + sum[c])),
  }),
  standIns: {
    client(self, { agreed, population, functionality, shared }) {
      const random = shared();
      const own = agreed.clients.map((_, j) => {
        const stream = random.stream(`${j}`);
        return Uint32Array.from({ length: agreed.dimension }, () => stream.integer(P));
      });
      const rest = functionality
        .total()
        .map((value, c) =>
          own.slice(1).reduce((left, sum) => (left + P - sum[c]) % P, ((value % P) + P) % P),
        );
      const sums = [Uint32Array.from(rest), ...own.slice(1)];
      return programmed(
        client(
          self,
          { agreed, shard: blankShard(population, self.index) } as GivenShard<Agreed>,
          uniformCut,
          noNote,
        ),
        withSent(Sum, () => ({ values: [sums[self.index]], note: new Uint8Array() })),
      );
    },
  },
});

export function additive(name: string, cut: Cut = uniformCut, note = noNote): AnyProtocol {
  function* server(_self: Self, { agreed }: GivenStart<Agreed>): Behaviour {
    const { clients, points, dimension } = agreed;
    const received = yield* collect(Sum, { count: clients.length, from: clients });
    const centre = Array.from({ length: dimension }, (_, c) => {
      const total = received.reduce((rest, { body }) => (rest + body.values[0][c]) % P, 0);
      return (2 * total < P ? total : total - P) / points / SCALE;
    });
    const labels = new Uint16Array(points);
    const result: Clustered = {
      kind: 'clustered',
      labels,
      history: [labels],
      iterations: 1,
      converged: true,
      centres: fromRows([centre]),
    };
    yield* finish(result);
  }

  return protocol({
    name,
    summary: 'the mean of all points by additive sharing',
    parameters: z.strictObject({ clusters: z.literal(1), start: z.literal('random').default('random') }),
    messages: [Share, Sum],
    tasks: [],
    agree: ({ clusters }, population) => ({ ...population, clusters }),
    roles: {
      server: role<Agreed>({ parties: 'one', starts: true, play: server }),
      client: role<Agreed>({ parties: 'many', play: (self, given) => client(self, given, cut, note) }),
    },
    reports: 'server',
    privacy: {
      attacks: [],
      claims: ({ clients }) => [
        {
          says: `any ${clients.length - 2} clients learn nothing of the others' points`,
          coalition: { client: clients.length - 2 },
          attacks: [],
          simulator: uniformShares,
        },
        {
          says: 'the server learns the sum of all points, and nothing else of them',
          coalition: { server: 1 },
          attacks: [],
          simulator: totalAlone,
        },
      ],
      moduli: () => [BigInt(P)],
      statement: () => 'The server learns the sum of all points.',
    },
  });
}
