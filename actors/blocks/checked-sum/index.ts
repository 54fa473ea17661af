/**
 * The checker of secure sums: a protocol that makes a single sum of what clients hold, by any sum from outside, so that it can be run
 * under faults, attacked, audited, and held to the contract of sums.
 */

import {
  type AnyMessageType,
  type Behaviour,
  finish,
  type Given,
  type GivenShard,
  protocol,
  type Protocol,
  type Problem,
  role,
  type Self,
  type Subprotocol,
  withinTimeout,
} from '../../../src/core/kit/index.ts';
import { NO_CLUSTER } from '../../../src/core/kit/cluster.ts';
import { duration, z } from '../../../src/core/kit/settings.ts';
import type { Aggregate, SumSession } from '../sums/secure-sum.ts';
import type { CheckedAgreed, CheckedOutcome } from './agreed.ts';
import { rightSum } from './right-sum.ts';
import { singleInputs } from './single-inputs.ts';
import { inputOf, MODULUS, meanOf } from './input.ts';

export type { CheckedAgreed, CheckedOutcome } from './agreed.ts';

/** A sum from outside, as the checker calls it. */
export interface OutsideSum<S extends SumSession> {
  /** Its messages and tasks. */
  readonly block: Subprotocol<S>;
  /** What the parties of a sum agree on, if it is more than every sum's parties do. */
  session?(request: SumSession): S;
  /** A client's half, as in `SecureSum`. */
  contribute(self: Self, session: S, input: Uint32Array): Behaviour<unknown>;
  /** The server's half, as in `SecureSum`. */
  aggregate(self: Self, session: S): Behaviour<Aggregate>;
}

const parameters = z.strictObject({
  clusters: z.literal(1).default(1),
  start: z.literal('random').default('random'),
  threshold: z.int().min(1).optional().meta({
    description: 'so many vectors open a sum; absent: those of all clients',
    example: 3,
  }),
  colluding: z.int().min(0).default(0).meta({
    description:
      'so many clients, the last ones, tell the server what they see when single inputs are looked for',
    example: 1,
  }),
  timeout: duration().prefault('5s').meta({
    description: 'how long the server waits for clients in each step',
    example: '2s',
  }),
});

type Parameters = z.output<typeof parameters>;

/**
 * The protocol, named after the sum. Each client's vector is the sum of its points in steps of the announced ranges, and how many they
 * are, modulo the largest prime below 2^32. Its audits are `right-sum` and `single-inputs`.
 */
export function checkedSum<S extends SumSession>(sum: OutsideSum<S>): Protocol<Parameters, CheckedAgreed<S>> {
  const { block } = sum;
  const messages = messagesOfBlock(block as unknown as Subprotocol);
  const retransmitAfterNs = ({ session }: CheckedAgreed<S>): number => withinTimeout(session.timeoutNs);

  function* client(self: Self, { agreed, shard }: GivenShard<CheckedAgreed<S>>) {
    yield* sum.contribute(self, agreed.session, inputOf(shard, agreed));
  }

  function* server(self: Self, { agreed }: Given<CheckedAgreed<S>>) {
    const total = yield* sum.aggregate(self, agreed.session);
    yield* finish(clusteringOf(total, agreed));
  }

  return protocol({
    name: block.name,
    summary: block.summary,
    parameters,
    uses: [block as never],
    messages: [],
    tasks: [],
    check: ({ threshold, colluding }, { clients }) => problemsOf(threshold, colluding, clients.length),
    agree: ({ threshold, colluding, timeout }, population) => ({
      ...population,
      colluding,
      session: sessionOf(sum, {
        number: 1,
        clients: population.clients,
        threshold: threshold ?? population.clients.length,
        modulus: MODULUS,
        length: population.dimension + 1,
        timeoutNs: timeout,
      }),
    }),
    roles: {
      server: role({ parties: 'one', play: server as never, retransmitAfterNs }),
      client: role({ parties: 'many', play: client as never, retransmitAfterNs }),
    },
    reports: 'server',
    audits: [rightSum, singleInputs(messages)],
  });
}

function sessionOf<S extends SumSession>({ session }: OutsideSum<S>, request: SumSession): S {
  return session === undefined ? (request as S) : session(request);
}

function problemsOf(threshold: number | undefined, colluding: number, clients: number): Problem[] {
  const problems: Problem[] = [];
  if (threshold !== undefined && threshold > clients)
    problems.push({
      path: 'protocol.threshold',
      expected: `at most ${clients}, as many as there are clients`,
      got: `${threshold}`,
    });
  if (colluding > clients - 2)
    problems.push({
      path: 'protocol.colluding',
      expected: `at most ${clients - 2}, as a sum hides single inputs among those of at least two others`,
      got: `${colluding}`,
    });
  return problems;
}

function clusteringOf(
  { sum, survivors }: Aggregate,
  { clients, sizes, ...ranges }: CheckedAgreed,
): CheckedOutcome {
  const labels = Uint16Array.from(
    sizes.flatMap((size, i) => Array<number>(size).fill(survivors.includes(i) ? 0 : NO_CLUSTER)),
  );
  return {
    kind: 'clustered',
    labels,
    iterations: 1,
    converged: true,
    centres: meanOf(sum, ranges),
    missing: clients.filter((_, i) => !survivors.includes(i)),
    sum,
    survivors,
  };
}

function messagesOfBlock({ messages, uses = [] }: Subprotocol): readonly AnyMessageType[] {
  return [...messages, ...uses.flatMap(messagesOfBlock)];
}
