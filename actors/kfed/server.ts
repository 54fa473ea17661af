/** The server of k-FED (Algorithm 2): clusters the centres that the clients found. */

import { inAnnouncedRange } from '../../src/core/kit/settings.ts';
import {
  abort,
  type Clustered,
  collect,
  compute,
  finish,
  type Given,
  type Matrix,
  phase,
  type Self,
  send,
  zeros,
} from '../../src/core/kit/index.ts';
import { iterateToEnd } from '../blocks/lloyd-iterations.ts';
import type { Agreed } from './agreed.ts';
import { Centres, Clusters } from './messages.ts';
import { centres as meansOf, spread } from './tasks.ts';

/** The server of k-FED, as a behaviour (Algorithm 2). */
export function* server(_self: Self, { agreed }: Given<Agreed>) {
  const { clusters, maxIterations } = agreed;
  yield* phase('local');
  const parts = yield* collectCentres(agreed);
  const [first] = parts;
  if (first === undefined) return yield* abort('no centres came in time', { missing: agreed.clients });

  yield* phase('combine');
  const all = stack(parts, agreed.dimension);
  const start = yield* compute(spread, { centres: all, first: first.rows, clusters });
  const { history, labels, converged } = yield* iterateToEnd({ points: all, start, clusters, maxIterations });
  const centres = yield* compute(meansOf, { points: all, labels, clusters });

  yield* phase('label');
  let at = 0;
  for (const { client, rows } of parts) {
    yield* send(client, Clusters, { labels: { clusters, values: labels.slice(at, at + rows) } });
    at += rows;
  }
  const clustered: Clustered = {
    kind: 'clustered',
    iterations: history.length - 1,
    converged,
    centres,
  };
  yield* finish(clustered);
}

interface LocalCentres extends Matrix {
  readonly client: string;
}

/** The centres that arrived in time, in order of the clients. */
function* collectCentres(agreed: Agreed) {
  const { clients, localClusters, dimension, timeout } = agreed;
  const most = new Map(clients.map((client, j) => [client, localClusters[j]]));
  const received = yield* collect(Centres, {
    count: clients.length,
    from: clients,
    timeoutNs: timeout,
    accept: ({ from, body: { values } }) => {
      const rows = values.length / dimension;
      if (!(Number.isInteger(rows) && rows >= 1 && rows <= (most.get(from) ?? 0))) return 'wrong shape';
      return inAnnouncedRange(values, agreed) || 'not in the announced range';
    },
  });
  const sent = new Map(received.map(({ from, body }) => [from, body.values]));
  return clients.flatMap((client): LocalCentres[] => {
    const values = sent.get(client);
    return values === undefined
      ? []
      : [{ client, rows: values.length / dimension, columns: dimension, values }];
  });
}

function stack(parts: readonly Matrix[], columns: number): Matrix {
  const all = zeros(
    parts.reduce((sum, { rows }) => sum + rows, 0),
    columns,
  );
  let at = 0;
  for (const { rows, values } of parts) {
    all.values.set(values, at * columns);
    at += rows;
  }
  return all;
}
