/** Lloyd over sums, after which every client alone knows the clusters of its own points, as of no iteration before. */

import {
  type Behaviour,
  type Clustered,
  collect,
  finish,
  flag,
  type GivenShard,
  type GivenStart,
  labels,
  type LocalClustering,
  message,
  type Population,
  protocol,
  reals,
  receive,
  role,
  type Self,
  send,
  sendEach,
  silent,
  unlessEmpty,
} from 'cahoots';
import { assignToCentres, type Labels, lloydHistory } from '../../src/core/kit/cluster.ts';
import { lloydParameters, z } from '../../src/core/kit/settings.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';

const parameters = z.strictObject(lloydParameters);

type Parameters = z.output<typeof parameters>;
type Agreed = Parameters & Population;

const Start = message('start', { labels });
/** The sums of a client's points by cluster, k x d, then how many there are. */
const Sums = message('sums', { values: reals });
const Centres = message('centres', { values: reals, last: flag });

function* server(_self: Self, { agreed, start }: GivenStart<Agreed>): Behaviour {
  const { clients, sizes, clusters, dimension, timeout, maxIterations } = agreed;
  let first = 0;
  const own = sizes.map((size) => start.slice(first, (first += size)));
  yield* sendEach(clients, Start, (j) => ({ labels: { clusters, values: own[j] } }));
  let present = clients;
  let before = new Float64Array();
  for (let iterations = 1; ; iterations++) {
    const received = yield* collect(Sums, { count: present.length, from: present, timeoutNs: timeout });
    const those = new Set(received.map(({ from }) => from));
    present = clients.filter((name) => those.has(name));
    const total = (at: number): number => received.reduce((sum, { body }) => sum + body.values[at], 0);
    const values = Float64Array.from({ length: clusters * dimension }, (_, at) => {
      return total(at) / total(clusters * dimension + Math.floor(at / dimension));
    });
    const converged = values.every((value, at) => Object.is(value, before[at]));
    const last = converged || iterations === maxIterations;
    before = values;
    yield* send(present, Centres, { values, last });
    if (!last) continue;
    const missing = unlessEmpty(clients.filter((name) => !those.has(name)));
    const clustered: Clustered = { kind: 'clustered', iterations, converged };
    return yield* finish(missing === undefined ? clustered : { ...clustered, missing });
  }
}

function* client(_self: Self, { agreed, shard: points }: GivenShard<Agreed>): Behaviour {
  const { clusters, dimension, timeout } = agreed;
  const begun = yield* receive(Start, { from: 'server' });
  if (begun === undefined) return yield* silent('server');
  let known: Labels = begun.body.labels.values;
  for (;;) {
    const values = new Float64Array(clusters * (dimension + 1));
    for (const [i, h] of known.entries()) {
      for (let c = 0; c < dimension; c++) values[h * dimension + c] += points.values[i * dimension + c];
      values[clusters * dimension + h]++;
    }
    yield* send('server', Sums, { values });
    const told = yield* receive(Centres, { from: 'server', timeoutNs: 2 * timeout });
    if (told === undefined) return yield* silent('server');
    known = assignToCentres(points, { rows: clusters, columns: dimension, values: told.body.values });
    if (!told.body.last) continue;
    const local: LocalClustering = { labels: known };
    return yield* finish(local);
  }
}

export const localLloyd = protocol({
  name: 'local-lloyd',
  summary: 'Lloyd over sums, of which only clients learn the labels',
  parameters,
  roles: {
    server: role({ parties: 'one', starts: true, play: server }),
    client: role({ parties: 'many', play: client }),
  },
  reports: 'server',
  messages: [Start, Sums, Centres],
  tasks: [],
  agree: (settings, population) => ({ ...settings, ...population }),
  reference: ({ agreed, points, start }) => lloydHistory(points, start, agreed),
});

export const localPlugin = plugin(import.meta.url, { name: 'local', protocols: [localLloyd] });
