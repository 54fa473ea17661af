// Lloyd's algorithm between two servers: one adds up what clients contribute in secret, the other keeps the centres.
import * as c from 'cahoots';
import { aggregate, contribute, secureAggregation } from 'cahoots/blocks';
import { assignToCentres } from 'cahoots/cluster';
import { duration, z } from 'cahoots/settings';

const Centres = c.message('centres', { round: c.integer, values: c.reals });
const Total = c.message('total', { round: c.integer, values: c.reals });

// Coordinates are added as integers from 0 to STEPS, modulo 2^32.
const STEPS = 65_535;

const sums = c.defineTask('keeping/sums', {
  operations: ({ points, centres }) => points.rows * centres.values.length,
  run({ points, centres, minimum, maximum }) {
    const labels = assignToCentres(points, centres);
    const width = centres.columns + 1;
    const vector = new Uint32Array(centres.rows * width);
    const scaled = (v, j) => Math.round(((v - minimum[j]) / (maximum[j] - minimum[j])) * STEPS);
    labels.forEach((h, i) =>
      [...Array.from(c.row(points, i), scaled), 1].forEach((v, j) => (vector[h * width + j] += v)),
    );
    return { labels, vector };
  },
});

// Of each cluster the number of points in it, and their mean.
const means = ({ clusters, dimension: d, minimum, maximum }, total) =>
  Array.from({ length: clusters }, (_, h) => {
    const sum = total.subarray(h * (d + 1), (h + 1) * (d + 1));
    const step = (j) => (maximum[j] - minimum[j]) / STEPS / sum[d];
    return { count: sum[d], mean: minimum.map((low, j) => low + sum[j] * step(j)) };
  });

const sessionOf = ({ session }, number) => ({ ...session, number, modulus: 2n ** 32n });

function* client(self, { agreed, shard: points }) {
  const { clusters, dimension, rounds, minimum, maximum, patienceNs } = agreed;
  for (let r = 0; r < rounds;) {
    const accept = ({ body }) => body.round > r || 'an earlier round';
    const mail = yield* c.receive(Centres, { from: 'keeper', accept, timeoutNs: patienceNs });
    if (mail === undefined) return yield* c.silent('keeper');
    r = mail.body.round;
    yield* c.round(r);
    const centres = { rows: clusters, columns: dimension, values: mail.body.values };
    const { labels, vector } = yield* c.compute(sums, { points, centres, minimum, maximum });
    // Whoever comes too late for one sum takes part in the next.
    yield* c.attempt(contribute(self, sessionOf(agreed, r), vector));
    if (r === rounds) yield* c.finish({ labels });
  }
}

function* server(self, { agreed }) {
  for (let r = 1; r <= agreed.rounds; r++) {
    yield* c.round(r);
    const { sum } = yield* aggregate(self, sessionOf(agreed, r));
    yield* c.send('keeper', Total, { round: r, values: Float64Array.from(sum) });
  }
}

// Saves what it has before every round, and comes back from a crash to just that.
function* keeper(self, { agreed }) {
  const { clients, clusters: k, dimension: d, minimum, maximum, rounds, patienceNs } = agreed;
  const stream = self.random.stream('centres');
  const drawn = (_, i) => minimum[i % d] + stream.uniform() * (maximum[i % d] - minimum[i % d]);
  let { r, values } = self.saved ?? { r: 1, values: Float64Array.from({ length: k * d }, drawn) };
  for (; r <= rounds; r++) {
    yield* c.save({ r, values });
    yield* c.round(r);
    yield* c.send(clients, Centres, { round: r, values });
    const accept = ({ body }) => body.round === r || 'another round';
    const mail = yield* c.receive(Total, { from: 'server', accept, timeoutNs: patienceNs });
    if (mail === undefined) return yield* c.silent('server');
    const old = (h) => [...values.subarray(h * d, (h + 1) * d)];
    const found = means(agreed, mail.body.values);
    values = Float64Array.from(found.flatMap(({ count, mean }, h) => (count === 0 ? old(h) : mean)));
  }
  const centres = { rows: k, columns: d, values };
  yield* c.finish({ kind: 'clustered', iterations: rounds, converged: false, centres });
}

// A sum over one point is that point.
const pointsOf = ({ points }) => Array.from({ length: points.rows }, (_, i) => c.row(points, i));
const isNear = (point) => (claim) => point.every((v, j) => Math.abs(v - claim[j]) < 1e-3);
const hits = (claims, truth) => pointsOf(truth).filter((point) => claims.some(isNear(point))).length;
const alone = {
  name: 'alone',
  summary: 'takes the mean of a cluster of one for its point',
  needs: { server: true },
  reads: [Total],
  guess: ({ agreed, members }) =>
    members
      .flatMap(({ received }) => c.messagesOf(received, Total))
      .flatMap(({ body }) => means(agreed, body.values))
      .flatMap(({ count, mean }) => (count === 1 ? [mean] : [])),
  score: (claims, truth) => ({
    exposed: hits(claims, truth) / truth.hidden.length,
    measures: { points: hits(claims, truth) },
    meaning: 'points that were alone in their clusters',
  }),
  fit: hits,
};

const keeping = c.protocol({
  name: 'keeping',
  summary: 'Lloyd between two servers, over sums in secret',
  parameters: z.object({
    clusters: z.int().min(1),
    rounds: z.int().min(1),
    timeout: duration().prefault('1s'),
  }),
  uses: [secureAggregation],
  messages: [Centres, Total],
  tasks: [sums],
  agree({ timeout: timeoutNs, ...settings }, population) {
    const { clients, dimension } = population;
    const threshold = Math.floor((2 * clients.length) / 3) + 1;
    const length = settings.clusters * (dimension + 1);
    const session = { clients, threshold, malicious: false, length, timeoutNs };
    return { ...population, ...settings, session, patienceNs: 9 * timeoutNs };
  },
  roles: {
    server: c.role({ parties: 'one', starts: true, play: server }),
    keeper: c.role({ parties: 'one', starts: true, play: keeper }),
    client: c.role({ parties: 'many', play: client }),
  },
  reports: 'keeper',
  figures: [
    c.figure({
      name: 'occupied',
      title: 'clusters in use',
      summary: 'clusters that hold a point at the end',
      unit: 'number',
      of: ({ labels }) => labels && new Set(labels.filter((h) => h !== c.NO_CLUSTER)).size,
    }),
  ],
  privacy: { attacks: [alone], statement: () => 'The server sees masked vectors, the keeper their sums.' },
});

const stutter = c.messageFault({
  name: 'stutter',
  summary: 'an actor says everything twice',
  example: '{ fault: stutter, who: clients }',
  settings: {},
  ends: 'mostly',
  falsifies: false,
  draw: () => ({}),
  twist: () => (_, draft) => ({ ...draft, payloads: draft.payloads.flatMap((one) => [one, one]) }),
});

export default c.plugin(import.meta.url, { name: 'keeping', protocols: [keeping], faults: [stutter] });
