/**
 * A protocol that is sums in secret and nothing else, one after the other by any of the five ways: of which anybody can tell whether
 * they are the sums of those whom they name.
 */

import {
  type AgreedSum,
  agreedSum,
  contributeProven,
  contributeSecretly,
  HELPER,
  helpSum,
  masksOf,
  modulusOfSum,
  prepared,
  prepareToContribute,
  prepareToSum,
  provableParameters,
  type ProvenSession,
  provenSums,
  secureSums,
  sumProven,
  sumSecretly,
} from '../../../actors/blocks/index.ts';
import {
  abort,
  type Adversary,
  attempt,
  type Behaviour,
  type Clustered,
  finish,
  handedOver,
  type Given,
  type GivenShard,
  integer,
  type LocalClustering,
  message,
  type Population,
  protocol,
  receive,
  role,
  type Self,
  send,
  withinTimeout,
} from '../../../src/core/kit/index.ts';
import { clusterParameters, z } from '../../../src/core/kit/settings.ts';
import { plugin } from '../../../src/run/plugin/plugin.ts';

const parameters = z.strictObject({
  ...clusterParameters,
  aggregation: provableParameters,
  sums: z.int().min(1).default(1),
});

export interface Agreed extends Population {
  /** Of each sum what its parties agree on; one list is empty. */
  readonly masked: readonly AgreedSum[];
  readonly proven: readonly ProvenSession[];
  readonly timeout: number;
}

/** A sum that was accepted. */
export interface AcceptedSum {
  readonly sum: readonly number[];
  readonly survivors: readonly number[];
}

export interface Summed extends Clustered {
  readonly sums: readonly AcceptedSum[];
  /** Why there are not more. */
  readonly stopped?: string;
  readonly blamed?: readonly string[];
}

const BITS = 31;
const LENGTH = 2;

/** A client's vector in a sum: any sum of these tells of whom it is. */
export function addends(party: number, turn: number): number[] {
  return [2 ** party, (turn + 1) * (party + 1)];
}

/** Whether a sum is that of those whom it names. */
export function isRight({ sum, survivors }: AcceptedSum, turn: number): boolean {
  return sum.every(
    (element, i) => element === survivors.reduce((total, party) => total + addends(party, turn)[i], 0),
  );
}

/** To a client, where nothing else tells it that the server has its report. */
const Opened = message('opened', { number: integer });

const NO_NOISE = new Float64Array(LENGTH);

function* server(self: Self, { agreed }: Given<Agreed>): Behaviour {
  const { masked, proven } = agreed;
  const sums: AcceptedSum[] = [];
  const refused = new Set<number>();
  const summing = function* (): Behaviour<void> {
    for (const session of proven) {
      const { elements, ...of } = yield* sumProven(self, session, NO_NOISE, () => undefined);
      for (const party of of.refused) refused.add(party);
      sums.push({ sum: elements.map(Number), survivors: of.survivors });
      yield* send(agreed.clients, Opened, { number: session.number });
    }
    const setUp = masked.length > 0 ? yield* prepareToSum(self, masked[0]) : undefined;
    for (const session of masked) {
      const { sum, survivors } = yield* sumSecretly(self, prepared(session, setUp));
      sums.push({ sum: [...sum], survivors });
    }
  };
  const ended = yield* attempt(summing());
  if (ended.kind === 'aborted' && sums.length === 0)
    return yield* abort(ended.reason, ended.blamed && { blamed: ended.blamed });
  const named = [...refused].map((party) => agreed.clients[party]);
  const blamed = ended.kind === 'aborted' ? [...(ended.blamed ?? []), ...named] : named;
  const summed: Summed = {
    kind: 'clustered',
    iterations: 0,
    converged: true,
    sums,
    ...(ended.kind === 'aborted' && { stopped: ended.reason }),
    ...(blamed.length > 0 && { blamed }),
  };
  yield* finish(summed);
}

function* client(
  self: Self,
  { agreed, shard }: GivenShard<Agreed>,
  vector: typeof addends = addends,
): Behaviour {
  const { masked, proven, timeout } = agreed;
  for (const [turn, session] of proven.entries()) {
    yield* contributeProven(self, session, Float64Array.from(vector(self.index, turn)));
    yield* receive(Opened, {
      from: 'server',
      timeoutNs: 6 * timeout,
      accept: ({ body }) => body.number === session.number || 'late',
    });
  }
  const setUp = masked.length > 0 ? yield* prepareToContribute(self, masked[0]) : undefined;
  for (const [turn, session] of masked.entries())
    yield* contributeSecretly(
      self,
      prepared(session, setUp),
      handedOver(Uint32Array.from(vector(self.index, turn))),
    );
  const local: LocalClustering = { labels: new Uint16Array(shard.rows) };
  yield* finish(local);
}

function* helper(self: Self, { agreed: { proven } }: Given<Agreed>): Behaviour {
  for (const session of proven) yield* helpSum(self, session, NO_NOISE);
}

const retransmitAfterNs = ({ timeout }: Agreed): number => withinTimeout(timeout);

/** More than all clients together may contribute. */
const BEYOND = 2 ** 20;

const beyondBounds: Adversary<Agreed> = {
  name: 'beyond-bounds',
  summary: 'a client contributes far more than it may',
  roles: {
    client: role({
      parties: 'many',
      play: (self: Self, given: GivenShard<Agreed>) =>
        client(self, given, (party, turn) => addends(party, turn).map((x) => x + BEYOND)),
      retransmitAfterNs,
    }),
  },
};

const anySum = protocol({
  name: 'any-sum',
  summary: 'sums in secret',
  parameters,
  roles: {
    server: role({ parties: 'one', play: server, retransmitAfterNs }),
    [HELPER]: role({
      parties: 'one',
      play: helper,
      retransmitAfterNs,
      needed: ({ aggregation }: z.output<typeof parameters>) => aggregation.protocol === 'prio3',
    }),
    client: role({ parties: 'many', play: client, retransmitAfterNs }),
  },
  reports: 'server',
  messages: [Opened],
  tasks: [],
  uses: [secureSums, provenSums],
  privacy: {
    attacks: [],
    adversaries: [beyondBounds],
    statement: () => 'Which sums a coalition can open depends on the protocol that sums.',
  },
  agree: ({ aggregation, sums, timeout }, population): Agreed => {
    const { clients } = population;
    const numbers = Array.from({ length: sums }, (_, number) => number);
    const isProven = aggregation.protocol === 'prio3';
    const masks = masksOf(aggregation);
    const largest = addends(clients.length, sums).reduce((sum, x) => sum + x, 0);
    const common = { clients, timeoutNs: timeout };
    return {
      ...population,
      timeout,
      masked: isProven
        ? []
        : numbers.map((number) =>
            agreedSum(masks, {
              ...common,
              number,
              modulus: modulusOfSum(masks, BITS),
              length: LENGTH,
              common: 0,
            }),
          ),
      proven: isProven
        ? numbers.map((number) => ({
            ...common,
            number,
            threshold: aggregation.threshold ?? clients.length,
            valid: {
              of: 'blocks',
              bounds: [{ of: 'total', bound: largest, parts: [{ length: LENGTH, weight: 1 }] }],
            },
            units: clients.map(() => 1),
          }))
        : [],
    };
  },
});

export default plugin(import.meta.url, { name: 'any-sum', protocols: [anySum] });
