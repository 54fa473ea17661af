/** Simulators for centralised Lloyd: what its server and its clients learn is what they are sent, and nothing else. */

import { lloydHistory, NO_CLUSTER, startsOf } from '../../src/core/kit/cluster.ts';
import { quantiseMatrix } from '../../src/core/kit/field.ts';
import {
  compute,
  type Matrix,
  phase,
  type RealRun,
  receive,
  round,
  selectRows,
  send,
  simulator,
  zeros,
} from '../../src/core/kit/index.ts';
import { compareLoss, iterate } from '../blocks/lloyd-iterations.ts';
import type { Agreed } from './agreed.ts';
import { client } from './client.ts';
import { Points, Result } from './messages.ts';
import { quantisePoints } from './quantise.ts';
import { collectPoints } from './server.ts';

/** The server learns every client's points. */
export const pointsSent = simulator({
  functionality: ({ members }: RealRun<Agreed>) => ({
    points: (name: string): Matrix => members.find((one) => one.name === name)?.shard ?? zeros(0, 0),
  }),
  standIns: {
    *client(self, { agreed, functionality }) {
      const shard = functionality.points(self.name);
      yield* client(self, { agreed, shard, identifiers: new Uint32Array() });
    },
  },
});

/** A client learns the clusters of its own points and, from the time that it takes, the number of iterations. */
export const ownClusters = simulator({
  functionality: ({ agreed, members, coalition }: RealRun<Agreed>) => ({
    /** The clusters of the members' points if these clients take part, and how many labels each start went through. */
    clusters(present: readonly string[]) {
      const { rounds, labels } = clusteringOf(agreed, members, present);
      let first = 0;
      const own = agreed.clients.map((name, j) => {
        const values = labels.slice(first, (first += present.includes(name) ? agreed.sizes[j] : 0));
        return coalition.includes(name) ? values : new Uint16Array();
      });
      return { rounds, own };
    },
  }),
  standIns: {
    *server(_self, { agreed, functionality }) {
      const { clients, clusters, sizes, dimension } = agreed;
      yield* phase('collect');
      const { present, places } = yield* collectPoints(agreed);
      if (present.length === 0) return;
      yield* phase('iterate');
      const { rounds, own } = functionality.clusters(present);
      // Work of the same size on points that are none.
      const points = zeros(places.length, dimension);
      const labels = new Uint16Array(places.length);
      let number = 0;
      for (const length of rounds) {
        for (let at = 1; at < length; at++) {
          yield* round(++number);
          yield* compute(iterate, { points, labels, clusters, separate: false });
        }
        if (rounds.length > 1) yield* compute(compareLoss, { points, before: labels, labels, clusters });
      }
      yield* phase('tell');
      for (const [j, name] of clients.entries()) {
        const values = own[j].length > 0 ? own[j] : new Uint16Array(sizes[j]);
        if (present.includes(name)) yield* send(name, Result, { labels: { clusters, values } });
      }
    },
    *client(self, { agreed }) {
      const { scale, sizes, dimension, minimum, timeout } = agreed;
      yield* phase('collect');
      const points = zeros(sizes[self.index], dimension);
      if (scale !== undefined) yield* compute(quantisePoints, { points, scale });
      yield* send('server', Points, { values: points.values.map((_, at) => minimum[at % dimension]) });
      yield* receive(Result, { from: 'server', timeoutNs: 2 * timeout });
    },
  },
});

/** What centralised Lloyd makes of the points of some clients. */
function clusteringOf(
  agreed: Agreed,
  members: RealRun<Agreed>['members'],
  present: readonly string[],
): { readonly rounds: readonly number[]; readonly labels: Uint16Array } {
  const { clients, sizes, scale, dimension } = agreed;
  const owners = clients.flatMap((name, j) => Array<string>(sizes[j]).fill(name));
  const places = Uint32Array.from(owners.keys()).filter((at) => present.includes(owners[at]));
  const all = zeros(owners.length, dimension);
  let first = 0;
  for (const name of clients) {
    const { values } = members.find((one) => one.name === name)?.shard ?? zeros(0, dimension);
    all.values.set(values, first);
    first += values.length;
  }
  const start = members.find((one) => one.start !== undefined)?.start ?? new Uint16Array();
  const taken = selectRows(all, places);
  const points = scale === undefined ? taken : quantiseMatrix(taken, scale);
  const starts = startsOf(start, owners.length).map((labels) => Uint16Array.from(places, (at) => labels[at]));
  const histories = starts.map((labels) => lloydHistory(points, labels, agreed));
  const joined = Uint16Array.from(starts.flatMap((labels) => [...labels]));
  const labels =
    lloydHistory(points, joined, agreed).at(-1) ?? new Uint16Array(places.length).fill(NO_CLUSTER);
  return { rounds: histories.map(({ length }) => length), labels };
}
