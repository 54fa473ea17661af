/** A protocol that is one sum in secret: of which anybody can tell whether it is the sum of those whom it names. */

import { aggregate, contribute, secureAggregation, type Session } from '../../actors/blocks/index.ts';
import {
  type Behaviour,
  type Clustered,
  finish,
  type Given,
  type GivenShard,
  type LocalClustering,
  type Population,
  protocol,
  role,
  type Self,
  withinTimeout,
} from '../../src/core/kit/index.ts';
import { clusterParameters, z } from '../../src/core/kit/settings.ts';

const parameters = z.strictObject({ ...clusterParameters, threshold: z.int().min(1) });

interface Agreed extends Population {
  readonly session: Session;
}

interface Summed extends Clustered {
  readonly sum: number;
  readonly survivors: readonly number[];
}

const MODULUS = 2n ** 31n - 1n;

function* server(self: Self, { agreed }: Given<Agreed>): Behaviour {
  const { sum, survivors } = yield* aggregate(self, agreed.session);
  const clustered: Summed = { kind: 'clustered', iterations: 0, converged: true, sum: sum[0], survivors };
  yield* finish(clustered);
}

function* client(self: Self, { agreed, shard }: GivenShard<Agreed>): Behaviour {
  yield* contribute(self, agreed.session, Uint32Array.of(addend(self.index)));
  const local: LocalClustering = { labels: new Uint16Array(shard.rows) };
  yield* finish(local);
}

function addend(index: number): number {
  return 2 ** index;
}

const retransmitAfterNs = ({ session }: Agreed): number => withinTimeout(session.timeoutNs);

export const oneSum = protocol({
  name: 'one-sum',
  summary: 'one sum in secret',
  parameters,
  roles: {
    server: role({ parties: 'one', play: server, retransmitAfterNs }),
    client: role({ parties: 'many', play: client, retransmitAfterNs }),
  },
  reports: 'server',
  messages: [],
  tasks: [],
  uses: [secureAggregation],
  agree: ({ threshold, timeout }, population) => ({
    ...population,
    session: {
      number: 0,
      clients: population.clients,
      threshold,
      malicious: false,
      modulus: MODULUS,
      length: 1,
      timeoutNs: timeout,
    },
  }),
  properties: {
    rightSum: {
      summary: 'the sum is of those whom it names',
      violated(_agreed, outcome) {
        if (outcome?.kind !== 'clustered') return undefined;
        const { sum, survivors } = outcome as Summed;
        const right = survivors.reduce((total, party) => total + addend(party), 0);
        return sum === right ? undefined : `expected ${right}, got ${sum}`;
      },
    },
  },
});
