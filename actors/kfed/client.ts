/** A client of k-FED (Algorithm 1): clusters its own points and sends their centres. */

import { type Labels, NO_CLUSTER } from '../../src/core/kit/cluster.ts';
import {
  type ClusterLabels,
  compute,
  finish,
  type GivenShard,
  type LocalClustering,
  phase,
  receive,
  Remembered,
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
export function* client(self: Self, given: GivenShard<Agreed>) {
  const { clusters, timeout } = given.agreed;
  yield* phase('local');
  const { places, sent, values: own } = yield* ownCentres(self, given);
  yield* send('server', Centres, { values: own });

  const answer = yield* receive(Clusters, {
    from: 'server',
    // The server itself may wait that long for other clients.
    timeoutNs: 2 * timeout,
    accept: areClusters(sent, clusters),
  });
  if (answer === undefined) return yield* silent('server');
  const local: LocalClustering = { labels: labelsAt(places, answer.body.labels.values) };
  yield* finish(local);
}

type Check = (answer: { readonly body: { readonly labels: ClusterLabels } }) => true | string;

/** Shared by all clients that sent as many centres, as all wait with them at once. */
const checks = new Remembered<Check>(1000);

/** Whether the server's answer has a cluster for each of so many centres. */
function areClusters(sent: number, clusters: number): Check {
  return checks.of(`${sent} of ${clusters}`, () => ({ body }) => {
    const { clusters: all, values } = body.labels;
    if (values.length !== sent) return 'wrong shape';
    return (all === clusters && !values.includes(NO_CLUSTER)) || 'wrong labels';
  });
}

/**
 * The centres of the clusters that have any of a client's points, and for each point the place of its own among these. All clients
 * wait for the server together, so what else this takes is let go of before, the points too, and the places are a list: for a few
 * points it takes a quarter of the memory of a vector.
 */
function* ownCentres({ index, random }: Self, { agreed, shard: points }: GivenShard<Agreed>) {
  const clusters = agreed.localClusters[index];
  const projected = yield* compute(project, { points, clusters });
  const separated = yield* compute(seed, { projected, key: random.streamKey('seeding') });
  const { maxIterations } = agreed;
  const { labels } = yield* iterateToEnd({ points, start: separated, clusters, maxIterations });
  const means = yield* compute(centres, { points, labels, clusters });
  const occupied = occupiedOf(labels, clusters);
  const { values } = occupied.length === clusters ? means : selectRows(means, occupied);
  return { places: placesIn(occupied, labels), sent: occupied.length, values };
}

/** The clusters that have any points. */
function occupiedOf(labels: Labels, clusters: number): number[] {
  const occupied: number[] = [];
  for (let h = 0; h < clusters; h++) if (labels.includes(h)) occupied.push(h);
  return occupied;
}

/** For each point, the place of its cluster among those that have any. */
function placesIn(occupied: readonly number[], labels: Labels): number[] {
  const places = Array<number>(labels.length);
  for (let i = 0; i < labels.length; i++) places[i] = occupied.indexOf(labels[i]);
  return places;
}

/** For each point, what the server says of the centre at this place. */
function labelsAt(places: readonly number[], values: Labels): Labels {
  const labels = new Uint16Array(places.length);
  for (let i = 0; i < places.length; i++) labels[i] = values[places[i]];
  return labels;
}
