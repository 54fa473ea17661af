/** A client of k-FED (Algorithm 1): clusters its own points and sends their centres. */

import { NO_CLUSTER } from '../../src/core/kit/cluster.ts';
import {
  compute,
  finish,
  type GivenShard,
  type LocalClustering,
  type Matrix,
  phase,
  receive,
  selectRows,
  type Self,
  send,
  silent,
} from '../../src/core/kit/index.ts';
import { iterateToEnd } from '../blocks/lloyd-iterations.ts';
import type { Agreed } from './agreed.ts';
import { Centres, Clusters } from './messages.ts';
import { centres, project, seed } from './tasks.ts';

/** The client of k-FED, as a behaviour (Algorithm 1). */
export function* client(self: Self, { agreed, shard }: GivenShard<Agreed>) {
  yield* phase('local');
  const { labels, occupied, found } = yield* ownCentres(self, agreed, shard);
  yield* send('server', Centres, { values: found.values });

  const answer = yield* receive(Clusters, {
    from: 'server',
    // The server itself may wait that long for other clients.
    timeoutNs: 2 * agreed.timeout,
    accept: ({ body }) => {
      const { clusters: all, values } = body.labels;
      if (values.length !== occupied.length) return 'wrong shape';
      return (all === agreed.clusters && !values.includes(NO_CLUSTER)) || 'wrong labels';
    },
  });
  if (answer === undefined) return yield* silent('server');
  const places = new Map(occupied.map((h, place) => [h, place]));
  const local: LocalClustering = {
    labels: labels.map((h) => answer.body.labels.values[places.get(h) as number]),
  };
  yield* finish(local);
}

/**
 * The cluster of each of a client's points, the clusters that have any, and their centres. What else this takes is let go
 * of before the client waits for the server, as all clients wait together.
 */
function* ownCentres({ index, random }: Self, agreed: Agreed, points: Matrix) {
  const clusters = agreed.localClusters[index];
  const projected = yield* compute(project, { points, clusters });
  const separated = yield* compute(seed, { projected, key: random.streamKey('seeding') });
  const { maxIterations } = agreed;
  const { labels } = yield* iterateToEnd({ points, start: separated, clusters, maxIterations });
  const means = yield* compute(centres, { points, labels, clusters });
  const occupied = [...new Set(labels)].toSorted((a, b) => a - b);
  return { labels, occupied, found: selectRows(means, occupied) };
}
