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
  sendEach,
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
  const { present, firsts, centres: all } = yield* collectCentres(agreed);
  if (present.length === 0) return yield* abort('no centres came in time', { missing: agreed.clients });

  yield* phase('combine');
  const start = yield* compute(spread, { centres: all, first: firsts[1], clusters });
  const { history, labels, converged } = yield* iterateToEnd({ points: all, start, clusters, maxIterations });
  const centres = yield* compute(meansOf, { points: all, labels, clusters });

  yield* phase('label');
  yield* sendEach(present, Clusters, (place) => ({
    labels: { clusters, values: labels.slice(firsts[place], firsts[place + 1]) },
  }));
  const clustered: Clustered = {
    kind: 'clustered',
    iterations: history.length - 1,
    converged,
    centres,
  };
  yield* finish(clustered);
}

interface Collected {
  /** The clients whose centres arrived in time, in order. */
  readonly present: readonly string[];
  /** Where the centres of each of them begin, and where the last end. */
  readonly firsts: Uint32Array;
  readonly centres: Matrix;
}

/** The centres that arrive in time. */
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
  const present = clients.filter((client) => sent.has(client));
  const firsts = new Uint32Array(present.length + 1);
  present.forEach((client, i) => (firsts[i + 1] = firsts[i] + (sent.get(client)?.length ?? 0) / dimension));
  const centres = zeros(firsts[present.length], dimension);
  present.forEach((client, i) => centres.values.set(sent.get(client) ?? [], firsts[i] * dimension));
  return { present, firsts, centres } satisfies Collected;
}
