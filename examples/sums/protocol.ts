// Lloyd over sums: in every round the server sends the centres, and each client answers with the sum and the number of
// its own points nearest to each. The server never sees a point, but it sees exact sums of few.
import * as c from 'cahoots';

const Centres = c.message('centres', { round: c.integer, values: c.reals });
export const Sums = c.message('sums', { round: c.integer, values: c.reals, labels: c.labels });

export interface Agreed extends c.Population {
  readonly clusters: number;
  readonly rounds: number;
}

// The nearest centre of each point, then k sums of d coordinates followed by k counts. Counted: m k d operations.
export const sum = c.defineTask('sums/sum', {
  operations: ({ points, centres }: { points: c.Matrix; centres: Float64Array }) =>
    points.rows * centres.length,
  run({ points: { rows, columns: d, values }, centres }) {
    const k = centres.length / d;
    const labels = new Uint16Array(rows);
    const sums = new Float64Array(k * (d + 1));
    for (let i = 0; i < rows; i++) {
      const x = values.subarray(i * d, (i + 1) * d);
      const distance = (h: number): number => x.reduce((all, v, j) => all + (v - centres[h * d + j]) ** 2, 0);
      for (let h = 1; h < k; h++) if (distance(h) < distance(labels[i])) labels[i] = h;
      x.forEach((v, j) => (sums[labels[i] * d + j] += v));
      sums[k * d + labels[i]]++;
    }
    return { labels, sums };
  },
});

function* client(_self: c.Self, { agreed, shard: points }: c.GivenShard<Agreed>) {
  for (let r = 1; r <= agreed.rounds; r++) {
    const { body } = yield* c.receive(Centres, { from: 'server' });
    yield* c.round(body.round);
    const { labels, sums } = yield* c.compute(sum, { points, centres: body.values });
    const ownLabels = { clusters: agreed.clusters, values: labels };
    yield* c.send('server', Sums, { round: body.round, values: sums, labels: ownLabels });
  }
}

function* server(self: c.Self, { agreed }: c.Given<Agreed>) {
  const { clients, clusters: k, dimension: d, minimum, maximum, rounds } = agreed;
  const stream = self.random.stream('centres');
  let values = Float64Array.from({ length: k * d }, (_, i) => {
    return minimum[i % d] + stream.uniform() * (maximum[i % d] - minimum[i % d]);
  });
  const history: c.Labels[] = [];
  for (let r = 1; r <= rounds; r++) {
    yield* c.round(r);
    yield* c.send(clients, Centres, { round: r, values });
    const received = yield* c.collect(Sums, { count: clients.length, from: clients });
    const total = (at: number): number => received.reduce((all, { body }) => all + body.values[at], 0);
    values = values.map((old, i) => {
      const count = total(k * d + Math.floor(i / d));
      return count === 0 ? old : total(i) / count;
    });
    const byClient = new Map(received.map(({ from, body }) => [from, body.labels.values]));
    history.push(Uint16Array.from(clients.flatMap((name) => [...(byClient.get(name) ?? [])])));
  }
  const labels = history.at(-1) ?? new Uint16Array();
  const clustered: c.Clustered = { kind: 'clustered', labels, history, iterations: rounds, converged: false };
  yield* c.finish(clustered);
}

export const sums = c.protocol({
  name: 'sums',
  summary: 'Lloyd over sums of points',
  parameters: c.z.strictObject({
    clusters: c.z.int().min(1),
    start: c.z.literal('random').default('random'),
    rounds: c.z.int().min(1),
  }),
  messages: [Centres, Sums],
  tasks: [sum],
  agree: ({ clusters, rounds }, population) => ({ ...population, clusters, rounds }),
  roles: {
    server: c.role({ parties: 'one', play: server }),
    client: c.role({ parties: 'many', play: client }),
  },
  reports: 'server',
});
