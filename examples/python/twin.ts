// The same parties in TypeScript, which send the same bytes at the same times.
import * as c from 'cahoots';
import { type Agreed, Centres, lloydSums, Sums } from './protocol.ts';
import { privacy } from './privacy.ts';

const add = c.defineTask('sums/add', {
  operations: ({ points, centres }: { points: c.Matrix; centres: Float64Array }) =>
    points.rows * centres.length,
  run({ points: { rows, columns: d, values }, centres }) {
    const k = centres.length / d;
    const labels = new Uint16Array(rows);
    const sums = new Float64Array(k * (d + 1));
    for (let i = 0; i < rows; i++) {
      const x = values.subarray(i * d, (i + 1) * d);
      const gap = (v: number, h: number, j: number): number => v - centres[h * d + j];
      const distance = (h: number): number => x.reduce((all, v, j) => all + gap(v, h, j) * gap(v, h, j), 0);
      for (let h = 1; h < k; h++) if (distance(h) < distance(labels[i])) labels[i] = h;
      x.forEach((v, j) => (sums[labels[i] * d + j] += v));
      sums[k * d + labels[i]]++;
    }
    return { labels, sums };
  },
});

function* client(_self: c.Self, { agreed, shard }: c.GivenShard<Agreed>): c.Behaviour {
  const { clusters, rounds, steps, timeout } = agreed;
  const points = { ...shard, values: shard.values.map((v) => Math.floor(v * steps)) };
  for (let r = 0; r < rounds;) {
    const told = yield* c.receive(Centres, {
      from: 'server',
      timeoutNs: 2 * timeout,
      accept: ({ body }) => body.round > r || 'an earlier round',
    });
    if (told === undefined) return yield* c.silent('server');
    r = told.body.round;
    yield* c.round(r);
    const { labels, sums } = yield* c.compute(add, { points, centres: told.body.values });
    yield* c.send('server', Sums, { round: r, values: sums, labels: { clusters, values: labels } });
  }
}

function* server(self: c.Self, { agreed }: c.Given<Agreed>): c.Behaviour {
  const { clients, sizes, clusters: k, dimension: d, minimum, maximum, rounds, steps, timeout } = agreed;
  const stream = self.random.stream('centres');
  const drawn = (low: number, high: number): number =>
    Math.floor((stream.uniform() * (high - low) + low) * steps);
  let values = Float64Array.from({ length: k * d }, (_, i) => drawn(minimum[i % d], maximum[i % d]));
  const found = new Map<string, c.Labels>();
  for (let r = 1; r <= rounds; r++) {
    yield* c.round(r);
    yield* c.send(clients, Centres, { round: r, values });
    const told = yield* c.collect(Sums, {
      count: clients.length,
      from: clients,
      timeoutNs: timeout,
      accept: ({ body }) => body.round === r || 'another round',
    });
    const total = (at: number): number => told.reduce((all, { body }) => all + body.values[at], 0);
    values = values.map((old, i) => {
      const count = total(k * d + Math.floor(i / d));
      return count > 0 ? total(i) / count : old;
    });
    for (const { from, body } of told) found.set(from, body.labels.values);
  }
  const labels = clients.flatMap((name, j) => [
    ...(found.get(name) ?? Array<number>(sizes[j]).fill(c.NO_CLUSTER)),
  ]);
  const clustered: c.Clustered = {
    kind: 'clustered',
    labels: Uint16Array.from(labels),
    iterations: rounds,
    converged: false,
  };
  yield* c.finish(clustered);
}

export default c.plugin(import.meta.url, {
  name: 'twin',
  protocols: [lloydSums(client, server, add, privacy)],
});
