/**
 * A protocol as a user would write it, with nothing but what `src/index.ts` exports: every client says on which side
 * of a threshold the first coordinate of each of its points lies.
 */

import { z } from 'zod';
import {
  type Behaviour,
  type Clustering,
  collect,
  compute,
  defineTask,
  finish,
  labels,
  type Labels,
  lloydParameters,
  type Matrix,
  message,
  type Population,
  phase,
  type Problem,
  type Protocol,
  round,
  type Self,
  send,
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

export const sideOf = defineTask(import.meta.url, 'sides/side', {
  operations: ({ points }: { points: Matrix; threshold: number }) => points.rows,
  run: ({ points, threshold }): Labels =>
    Uint16Array.from({ length: points.rows }, (_, i) =>
      points.values[i * points.columns] < threshold ? 0 : 1,
    ),
});

export const sides: Protocol<SidesParameters, SidesAgreed> = {
  name: 'sides',
  summary: 'which side of a threshold each point lies on',
  parameters,
  messages: [Sides],
  tasks: [sideOf],
  check({ clusters }: SidesParameters): Problem[] {
    return clusters === 2 ? [] : [{ path: 'protocol.clusters', expected: '2 sides', got: `${clusters}` }];
  },
  agree: (settings: SidesParameters, { clients }: Population) => ({ ...settings, clients }),
  *server(_self: Self, { clients, timeout }: SidesAgreed, start: Labels): Behaviour {
    yield* round(1);
    yield* phase('ask');
    const mail = yield* collect(Sides, { count: clients.length, from: clients, timeoutNs: timeout });
    if (mail.length < clients.length) {
      const failure = `only ${mail.length} clients answered`;
      return yield* finish({ history: [start], iterations: 1, converged: false, failure });
    }
    const sideOfClient = new Map(mail.map(({ from, body }) => [from, body.sides]));
    const all = Uint16Array.from(clients.flatMap((client) => [...(sideOfClient.get(client) ?? [])]));
    const clustering: Clustering = { labels: all, history: [start, all], iterations: 1, converged: true };
    return yield* finish(clustering);
  },
  *client(_self: Self, { threshold }: SidesAgreed, shard: Matrix): Behaviour {
    yield* round(1);
    yield* phase('answer');
    yield* send('server', Sides, { sides: yield* compute(sideOf, { points: shard, threshold }) });
  },
  cost: (_agreed, { clients, points }) => [
    {
      phase: 'answer',
      messages: [{ type: 'sides', messages: clients.length, elements: 0 }],
      work: [{ task: 'sides/side', runs: clients.length, operations: points }],
    },
  ],
};
