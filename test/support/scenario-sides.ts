/**
 * A protocol as a user would write it, with nothing but what `src/index.ts` exports: every client says on which side
 * of a threshold the first coordinate of each of its points lies.
 */

import { z } from 'zod';
import {
  type Behaviour,
  abort,
  type Clustered,
  collect,
  compute,
  defineTask,
  finish,
  labels,
  type Labels,
  lloydParameters,
  type GivenShard,
  type GivenStart,
  message,
  type Population,
  phase,
  phaseCost,
  plugin,
  type Problem,
  protocol,
  type Protocol,
  role,
  round,
  runs,
  type Self,
  send,
  sends,
} from '../../src/index.ts';

const parameters = z.strictObject({
  clusters: lloydParameters.clusters,
  start: lloydParameters.start,
  timeout: lloydParameters.timeout,
  threshold: z.number(),
});

export type SidesParameters = z.output<typeof parameters>;
export interface SidesAgreed extends SidesParameters {
  readonly clients: readonly string[];
}

export const Sides = message('sides', { sides: labels });

export const sideOf = defineTask('sides/side', {
  operations: ({ points }: { points: GivenShard<never>['shard']; threshold: number }) => points.rows,
  run: ({ points, threshold }): Labels =>
    Uint16Array.from({ length: points.rows }, (_, i) =>
      points.values[i * points.columns] < threshold ? 0 : 1,
    ),
});

export const sides: Protocol<SidesParameters, SidesAgreed> = protocol({
  name: 'sides',
  summary: 'which side of a threshold each point lies on',
  parameters,
  messages: [Sides],
  tasks: [sideOf],
  check({ clusters }: SidesParameters): Problem[] {
    return clusters === 2 ? [] : [{ path: 'protocol.clusters', expected: '2 sides', got: `${clusters}` }];
  },
  agree: (settings: SidesParameters, { clients }: Population) => ({ ...settings, clients }),
  roles: {
    server: role({ parties: 'one', starts: true, play: server }),
    client: role({ parties: 'many', play: client }),
  },
  reports: 'server',
  cost: (_agreed, { clients, points }) => [
    phaseCost('answer', sends(Sides, clients.length), runs(sideOf, clients.length, points)),
  ],
});

/** A module of its own for it, as worker threads import it. */
export const sidesPlugin = plugin(import.meta.url, { name: 'sides', protocols: [sides] });

function* server(_self: Self, { agreed, start }: GivenStart<SidesAgreed>): Behaviour {
  const { clients, timeout } = agreed;
  yield* round(1);
  yield* phase('ask');
  const mail = yield* collect(Sides, { count: clients.length, from: clients, timeoutNs: timeout });
  if (mail.length < clients.length)
    return yield* abort(`only ${mail.length} clients answered`, { iterations: 1 });
  const sideOfClient = new Map(mail.map(({ from, body }) => [from, body.sides]));
  const all = Uint16Array.from(clients.flatMap((name) => [...(sideOfClient.get(name)?.values ?? [])]));
  const clustered: Clustered = {
    kind: 'clustered',
    labels: all,
    history: [start, all],
    iterations: 1,
    converged: true,
  };
  return yield* finish(clustered);
}

function* client(_self: Self, { agreed, shard }: GivenShard<SidesAgreed>): Behaviour {
  yield* round(1);
  yield* phase('answer');
  const { threshold } = agreed;
  const values = yield* compute(sideOf, { points: shard, threshold });
  yield* send('server', Sides, { sides: { clusters: 2, values } });
}
