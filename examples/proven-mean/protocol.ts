// The mean of points of which every client proves that it is of points of length at most 1: clients share the sum of theirs between the
// server and a helper that does not collude with it. A client that claims more is blamed, and not in the mean.
import * as c from 'cahoots';
import {
  centred,
  contributeProven,
  HELPER,
  helpSum,
  provenSums,
  type ProvenSession,
  sumProven,
} from 'cahoots/blocks';
import { duration } from 'cahoots/settings';

// Points are counted in steps.
const STEPS = 1024;

// What the server tells clients of the sum. Each waits for it: until then it repeats its report if that is lost.
const Mean = c.message('mean', { values: c.reals });

interface Agreed extends c.Population {
  readonly session: ProvenSession;
}

function sumOf({ rows, columns, values }: c.Matrix): Float64Array {
  const sum = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    const point = values.subarray(i * columns, (i + 1) * columns);
    const length = Math.max(1, Math.sqrt(point.reduce((all, x) => all + x * x, 0)));
    // Rounded towards zero, so that a sum of n points is no longer than n.
    point.forEach((x, j) => (sum[j] += Math.trunc((x / length) * STEPS)));
  }
  return sum;
}

function* client(self: c.Self, { agreed: { session }, shard }: c.GivenShard<Agreed>) {
  yield* contributeProven(self, session, sumOf(shard));
  const told = yield* c.receive(Mean, { from: 'server', timeoutNs: 6 * session.timeoutNs });
  if (told === undefined) return yield* c.silent('server');
  // All points are in one cluster.
  yield* c.finish({ labels: new Uint16Array(shard.rows) } satisfies c.LocalClustering);
}

function* server(self: c.Self, { agreed }: c.Given<Agreed>) {
  const { clients, dimension, sizes, session } = agreed;
  const noise = new Float64Array(dimension);
  const { elements, survivors, refused } = yield* sumProven(self, session, noise, () => undefined);
  const points = survivors.reduce((all, party) => all + sizes[party], 0);
  const values = centred(elements).map((x) => x / STEPS / points);
  yield* c.send(clients, Mean, { values });
  const named = (parties: readonly number[]): string[] => parties.map((party) => clients[party]);
  const result: c.Clustered = {
    kind: 'clustered',
    iterations: 1,
    converged: true,
    centres: c.fromRows([values]),
    ...(survivors.length < clients.length && {
      missing: clients.filter((_, party) => !survivors.includes(party)),
    }),
    ...(refused.length > 0 && { blamed: named(refused) }),
  };
  yield* c.finish(result);
}

function* helper(self: c.Self, { agreed: { dimension, session } }: c.Given<Agreed>) {
  yield* helpSum(self, session, new Float64Array(dimension));
}

const retransmitAfterNs = ({ session }: Agreed): number => c.withinTimeout(session.timeoutNs);

export const provenMean = c.protocol({
  name: 'proven-mean',
  summary: 'the mean of points that are proven to be of length at most 1',
  parameters: c.z.strictObject({
    clusters: c.z.literal(1).default(1),
    start: c.z.literal('random').default('random'),
    timeout: duration().prefault('5s'),
  }),
  messages: [Mean],
  tasks: [],
  uses: [provenSums],
  agree: ({ timeout }, population): Agreed => ({
    ...population,
    session: {
      number: 0,
      clients: population.clients,
      threshold: 2,
      // A client's sum is no longer than STEPS for each of its points.
      valid: {
        of: 'blocks',
        bounds: [{ of: 'norm', bound: STEPS, parts: [{ length: population.dimension, weight: 1 }] }],
      },
      units: population.sizes,
      timeoutNs: timeout,
    },
  }),
  roles: {
    server: c.role({ parties: 'one', play: server, retransmitAfterNs }),
    [HELPER]: c.role({ parties: 'one', play: helper, retransmitAfterNs }),
    client: c.role({ parties: 'many', play: client, retransmitAfterNs }),
  },
  reports: 'server',
});
