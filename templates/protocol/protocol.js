// __name__: Lloyd over sums. In every round the server sends the centres, and each client answers with the sums and the sizes of
// its own points nearest to each. The server sees no point, but it sees sums of few: a place to begin, not a place to end.
import * as c from 'cahoots';
import { duration } from 'cahoots/settings';

const Centres = c.message('centres', { round: c.integer, values: c.reals });
const Sums = c.message('sums', { round: c.integer, values: c.reals, labels: c.labels });

// Work for a worker thread: pure, with its counted operations, from which virtual time follows.
const sum = c.defineTask('__name__/sum', {
  operations: ({ points, centres }) => points.rows * centres.length,
  run({ points: { rows, columns: d, values }, centres }) {
    const k = centres.length / d;
    const labels = new Uint16Array(rows);
    const sums = new Float64Array(k * (d + 1)); // k sums of d coordinates, then k sizes
    for (let i = 0; i < rows; i++) {
      const x = values.subarray(i * d, (i + 1) * d);
      const distance = (h) => x.reduce((all, v, j) => all + (v - centres[h * d + j]) ** 2, 0);
      for (let h = 1; h < k; h++) if (distance(h) < distance(labels[i])) labels[i] = h;
      x.forEach((v, j) => (sums[labels[i] * d + j] += v));
      sums[k * d + labels[i]]++;
    }
    return { labels, sums };
  },
});

// An actor is a generator that yields effects; it reads like the algorithm on paper.
function* client(self, { agreed, shard: points }) {
  for (let r = 1; r <= agreed.rounds; r++) {
    // The server itself may wait that long for somebody else.
    const order = yield* c.receive(Centres, { from: 'server', timeoutNs: 2 * agreed.timeoutNs });
    if (order === undefined) return yield* c.silent('server');
    const { body } = order;
    yield* c.round(body.round);
    const { labels, sums } = yield* c.compute(sum, { points, centres: body.values });
    const ownLabels = { clusters: agreed.clusters, values: labels };
    yield* c.send('server', Sums, { round: body.round, values: sums, labels: ownLabels });
  }
}

function* server(self, { agreed }) {
  const { clients, clusters: k, dimension: d, minimum, maximum, rounds } = agreed;
  const stream = self.random.stream('centres');
  let values = Float64Array.from(
    { length: k * d },
    (_, i) => minimum[i % d] + stream.uniform() * (maximum[i % d] - minimum[i % d]),
  );
  const history = [];
  for (let r = 1; r <= rounds; r++) {
    yield* c.round(r);
    yield* c.send(clients, Centres, { round: r, values });
    const received = yield* c.collect(Sums, {
      count: clients.length,
      from: clients,
      timeoutNs: agreed.timeoutNs,
    });
    // Who is missing is missing in the result too: a run that says less than it knows is worth little.
    if (received.length < clients.length)
      yield* c.abort(`expected ${clients.length} answers, got ${received.length} in time`);
    const total = (at) => received.reduce((all, { body }) => all + body.values[at], 0);
    values = values.map((old, i) => {
      const count = total(k * d + Math.floor(i / d));
      return count === 0 ? old : total(i) / count;
    });
    const byClient = new Map(received.map(({ from, body }) => [from, body.labels.values]));
    history.push(Uint16Array.from(clients.flatMap((name) => [...byClient.get(name)])));
  }
  yield* c.finish({
    kind: 'clustered',
    labels: history.at(-1),
    history,
    iterations: rounds,
    converged: false,
  });
}

const protocol = c.protocol({
  name: '__name__',
  summary: 'Lloyd over sums of points',
  parameters: c.z.strictObject({
    clusters: c.z.int().min(1).describe('k'),
    rounds: c.z.int().min(1).describe('how many iterations'),
    timeout: duration().default(10e9).describe('how long the server waits for the answers of a round'),
  }),
  messages: [Centres, Sums],
  tasks: [sum],
  agree: ({ clusters, rounds, timeout }, population) => ({
    ...population,
    clusters,
    rounds,
    timeoutNs: timeout,
  }),
  roles: {
    server: c.role({ parties: 'one', play: server }),
    client: c.role({ parties: 'many', play: client }),
  },
  reports: 'server',
});

export default c.plugin(import.meta.url, { name: '__name__', protocols: [protocol] });
