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
import { type Protocol, protocol } from '../../src/core/protocol/protocol.ts';
import type { Population } from '../../src/core/protocol/population.ts';
import { type GivenShard, type GivenStart, role } from '../../src/core/protocol/role.ts';
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

export const uniformCut: Cut = (self, sum, clients) => {
  const draw = keystream(self.random.secretKey('shares'));
  const uniform = (): number => {
    for (;;) {
      const value = draw(1)[0] & (2 ** 28 - 1);
      if (value < P) return value;
    }
  };
  const others = Array.from({ length: clients - 1 }, () => Uint32Array.from(sum, uniform));
  const last = Uint32Array.from(sum, (value, c) =>
    others.reduce((rest, share) => (rest + P - share[c]) % P, ((value % P) + P) % P),
  );
  return [...others, last];
};

export function additive(
  name: string,
  cut: Cut = uniformCut,
  note: (shard: Matrix) => Uint8Array = () => new Uint8Array(),
): Protocol<{ clusters: number; start: 'random' }, Agreed> {
  function* client(self: Self, { agreed, shard }: GivenShard<Agreed>): Behaviour {
    const { clients } = agreed;
    const { columns, values } = quantiseMatrix(shard, SCALE);
    const sum = Array.from({ length: columns }, (_, c) =>
      values.reduce((all, value, at) => all + (at % columns === c ? value : 0), 0),
    );
    const shares = cut(self, sum, clients.length, shard);
    for (const [j, peer] of clients.entries())
      if (j !== self.index) yield* send(peer, Share, { values: [shares[j]], note: new Uint8Array() });
    const received = yield* collect(Share, { count: clients.length - 1 });
    const all = [shares[self.index], ...received.map(({ body }) => body.values[0])];
    const total = shares[0].map((_, c) => all.reduce((rest, share) => (rest + share[c]) % P, 0));
    yield* send('server', Sum, { values: [total], note: note(shard) });
  }

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

  return protocol<{ clusters: number; start: 'random' }, Agreed>({
    name,
    summary: 'the mean of all points by additive sharing',
    parameters: z.strictObject({ clusters: z.literal(1), start: z.literal('random').default('random') }),
    messages: [Share, Sum],
    tasks: [],
    agree: ({ clusters }, population) => ({ ...population, clusters }),
    roles: {
      server: role<Agreed>({ parties: 'one', starts: true, play: server }),
      client: role<Agreed>({ parties: 'many', play: client }),
    },
    reports: 'server',
    privacy: {
      attacks: [],
      claims: ({ clients }) => [
        {
          says: `any ${clients.length - 2} clients learn nothing of the others' points`,
          clients: clients.length - 2,
          server: false,
          attacks: [],
        },
      ],
      moduli: () => [BigInt(P)],
      statement: () => 'The server learns the sum of all points.',
    },
  });
}
