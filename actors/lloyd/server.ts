/** The server of centralised Lloyd: takes all points, clusters them, and tells everybody about its own. */

import type { Labels } from '../../src/cluster/labels.ts';
import { type Matrix, zeros } from '../../src/matrix.ts';
import type { Clustering } from '../../src/protocol/protocol.ts';
import type { Self } from '../../src/sim/actor.ts';
import { type Behaviour, collect, finish, phase, send } from '../../src/sim/effects.ts';
import type { Agreed } from './agreed.ts';
import { iterateToEnd } from './iterate.ts';
import { Points, Result } from './messages.ts';

export function* server(_self: Self, agreed: Agreed, start: Labels): Behaviour {
  const { clients, clusters, centreSeparation, maxIterations } = agreed;
  yield* phase('collect');
  const points = yield* collectPoints(agreed);
  if (typeof points === 'string') {
    const failed: Clustering = { history: [start], iterations: 0, converged: false, failure: points };
    return yield* finish(failed);
  }

  yield* phase('iterate');
  const { history, labels, converged } = yield* iterateToEnd({
    points,
    start,
    clusters,
    centreSeparation,
    maxIterations,
    rounds: true,
  });

  yield* phase('tell');
  let first = 0;
  for (const [j, client] of clients.entries()) {
    yield* send(client, Result, { labels: labels.slice(first, first + agreed.sizes[j]) });
    first += agreed.sizes[j];
  }
  const clustering: Clustering = { labels, history, iterations: history.length - 1, converged };
  yield* finish(clustering);
}

/** All points in order of the clients, or why there are not all. */
function* collectPoints(agreed: Agreed): Behaviour<Matrix | string> {
  const { clients, sizes, dimension, timeout } = agreed;
  const sizeOf = new Map(clients.map((client, j) => [client, sizes[j]]));
  const parts = yield* collect(Points, {
    count: clients.length,
    from: clients,
    timeoutNs: timeout,
    accept: ({ from, body: { values } }) => {
      if (values.length !== (sizeOf.get(from) ?? 0) * dimension) return 'wrong shape';
      return inRange(values, agreed) || 'not in the announced range';
    },
  });
  if (parts.length < clients.length) {
    const missing = clients.filter((client) => parts.every(({ from }) => from !== client));
    return `the points of ${missing.join(', ')} did not come in time`;
  }
  const all = zeros(agreed.points, dimension);
  let at = 0;
  const valuesOf = new Map(parts.map(({ from, body }) => [from, body.values]));
  for (const client of clients) {
    const values = valuesOf.get(client) as Float64Array;
    all.values.set(values, at);
    at += values.length;
  }
  return all;
}

/** Whether every coordinate is where the parties said their data lie: finite, and on the grid if there is one. */
function inRange(values: Float64Array, { scale, dimension, minimum, maximum }: Agreed): boolean {
  return values.every((x, at) => {
    const c = at % dimension;
    return x >= minimum[c] && x <= maximum[c] && (scale === undefined || Number.isInteger(x));
  });
}
