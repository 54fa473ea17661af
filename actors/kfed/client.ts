/** A client of k-FED (Algorithm 1): clusters its own points and sends their centres. */

import type { Labels } from '../../src/cluster/labels.ts';
import type { Matrix } from '../../src/matrix.ts';
import type { LocalClustering } from '../../src/protocol/protocol.ts';
import type { Self } from '../../src/sim/actor.ts';
import { type Behaviour, compute, finish, phase, receive, send } from '../../src/sim/effects.ts';
import { iterateToEnd } from '../lloyd/iterate.ts';
import type { Agreed } from './agreed.ts';
import { Centres, Clusters } from './messages.ts';
import { centres, project, seed } from './tasks.ts';

export function* client(self: Self, agreed: Agreed, points: Matrix): Behaviour {
  const clusters = agreed.localClusters[self.index];
  yield* phase('local');
  const projected = yield* compute(project, { points, clusters });
  const separated = yield* compute(seed, { projected, key: self.random.streamKey('seeding') });
  const { maxIterations } = agreed;
  const { labels } = yield* iterateToEnd({ points, start: separated, clusters, maxIterations });
  const own = yield* compute(centres, { points, labels, clusters });
  yield* send('server', Centres, { values: own.values });

  const answer = yield* receive(Clusters, {
    from: 'server',
    timeoutNs: agreed.timeout,
    accept: ({ body }) => body.labels.length === own.rows || 'wrong shape',
  });
  if (answer === undefined) return yield* finish('the server fell silent');
  const local: LocalClustering = { labels: named(labels, answer.body.labels) };
  yield* finish(local);
}

/** Each point's cluster from its local one; empty local clusters sent no centre. */
function named(labels: Labels, clusters: Labels): Labels {
  const occupied = [...new Set(labels)].toSorted((a, b) => a - b);
  const places = new Map(occupied.map((h, place) => [h, place]));
  return labels.map((h) => clusters[places.get(h) as number]);
}
