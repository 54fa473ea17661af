// A sum under central noise: clients send the sum of their points, and the server adds a discrete Gaussian and states
// the epsilon that it gives. The amount of noise can be set, so that the audit has something to find.
import * as c from 'cahoots';
import * as dp from 'cahoots/dp';

// Points are in [-1, 1]^d and of length at most 1, counted in steps.
const STEPS = 1024;

const Sum = c.message('sum', { values: c.reals });
export const Released = c.message('released', { values: c.reals });

interface Settings {
  readonly clusters: number;
  readonly start: 'random';
  readonly epsilon: number;
  readonly delta: number;
  readonly noise: number;
}

export type Agreed = c.Population & Settings;

function steps(shard: c.Matrix): Float64Array {
  const sum = new Float64Array(shard.columns);
  for (let i = 0; i < shard.rows; i++) {
    const x = c.row(shard, i);
    const length = Math.max(1, Math.sqrt(x.reduce((all, v) => all + v * v, 0)));
    x.forEach((v, j) => (sum[j] += Math.trunc((v / length) * STEPS)));
  }
  return sum;
}

function* client(_self: c.Self, { shard }: c.GivenShard<Agreed>) {
  yield* c.send('server', Sum, { values: steps(shard) });
  yield* c.receive(Released, { from: 'server' });
}

function* server(self: c.Self, { agreed }: c.Given<Agreed>) {
  const { clients, dimension: d, points, epsilon, delta, noise } = agreed;
  const received = yield* c.collect(Sum, { count: clients.length, from: clients });
  // One point moves the sum by at most STEPS, also after rounding towards zero.
  const deviation = noise * dp.gaussianMultiplier(epsilon, delta) * STEPS;
  const variance = { numerator: BigInt(Math.round(deviation ** 2)), denominator: 1n };
  const gaussian = new dp.DiscreteGaussian(variance);
  const coin = new dp.Coin(self.random.secretKey('noise'));
  const values = Float64Array.from(
    { length: d },
    (_, j) => received.reduce((all, { body }) => all + body.values[j], 0) + gaussian.draw(coin),
  );
  yield* c.send(clients, Released, { values });
  const labels = new Uint16Array(points);
  const centres = c.fromRows([values.map((v) => v / STEPS / points)]);
  const result: c.Clustered = { kind: 'clustered', labels, iterations: 1, converged: true, centres };
  yield* c.finish(result);
}

// Canaries: unit vectors, each in its own direction. An excluded one is replaced by the origin and keeps its place
// among the points.
const canaries = c.audit<Agreed, readonly number[]>({
  kind: 'canaries',
  name: 'one-run',
  summary: 'a point at the edge for every coordinate, and whether the released sum shows which were there',
  runs: 1,
  watches: ({ clients }) => [clients[0]],
  claim: ({ epsilon, delta }) => ({ epsilon, delta, of: 'a point' }),
  count: ({ points }) => Math.min(points.rows, points.columns),
  canaries: (_setup, count) => Array.from({ length: count }, (_, i) => i),
  plant({ points }, planted, isIn) {
    const values = new Float64Array(points.values.length);
    planted.forEach((i) => (values[i * points.columns + i] = isIn[i] ? 1 : 0));
    return { points: { ...points, values } };
  },
  score({ view }, planted) {
    const [{ body }] = c.messagesOf(view.members[0].received, Released);
    return planted.map((i) => body.values[i]);
  },
});

export const noisySum = c.protocol({
  name: 'noisy-sum',
  summary: 'the mean of points of length at most 1, under central noise',
  parameters: c.z.strictObject({
    clusters: c.z.literal(1).default(1),
    start: c.z.literal('random').default('random'),
    epsilon: c.z.number().positive(),
    delta: c.z.number().positive(),
    noise: c.z.number().min(0).default(1),
  }),
  messages: [Sum, Released],
  tasks: [],
  agree: (settings, population) => ({ ...population, ...settings }),
  roles: {
    server: c.role({ parties: 'one', play: server }),
    client: c.role({ parties: 'many', play: client }),
  },
  reports: 'server',
  audits: [canaries],
});
