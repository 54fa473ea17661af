/** Plays one secure aggregation among bare clients and a server. */

import { aggregate, contribute, secureAggregation } from '../../actors/blocks/secagg/index.ts';
import type { Aggregate, SumSession } from '../../actors/blocks/sums/secure-sum.ts';
import type { AnyMessageType } from '../../src/core/engine/wire/message.ts';
import type { Aborted } from '../../src/core/engine/actors/abortion.ts';
import { circle, type Session, thresholdOf } from '../../actors/blocks/secagg/session.ts';
import { ModularVectors } from '../../src/core/math/field/modular-vectors.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import type { Role, Self } from '../../src/core/engine/actors/actor.ts';
import { type Behaviour, finish } from '../../src/core/engine/actors/effects.ts';
import type { Rule } from '../../src/core/engine/network/rule.ts';
import { Ledger } from '../../src/run/trace/ledger.ts';
import { actor, actors, play, type Played } from './cast.ts';

export interface Setting {
  readonly clients: number;
  readonly modulus?: bigint;
  readonly length?: number;
  readonly threshold?: number;
  readonly neighbours?: number;
  readonly malicious?: boolean;
  readonly seed?: number;
  readonly rules?: readonly Rule[];
  /** In place of the vectors that {@link vectorsOf} gives. */
  readonly inputs?: readonly (readonly bigint[])[];
  /** In place of the protocol's own. */
  readonly server?: (self: Self, session: Session) => Behaviour<Aggregate>;
  readonly client?: (self: Self, session: Session, input: Uint32Array) => Behaviour;
}

/** A sum as it went. */
export interface Summed<S extends SumSession> extends Played {
  readonly session: S;
  readonly inputs: readonly (readonly bigint[])[];
  readonly ledger: Ledger;
  /** What the server ended with; the sum as integers. */
  readonly outcome:
    | { readonly sum: readonly bigint[]; readonly survivors: readonly number[] }
    | { readonly failure: string };
  /** Why each client gave up; undefined where it did not. */
  readonly reasons: readonly (string | undefined)[];
}

export type Aggregated = Summed<Session>;

/** Elements that show where one is taken for another. */
export function vectorsOf(clients: number, length: number, modulus: bigint): bigint[][] {
  return Array.from({ length: clients }, (_, j) =>
    Array.from({ length }, (__, i) => (modulus / 3n + BigInt(j * 7919 + i * 104_729) ** 5n) % modulus),
  );
}

/** The sum of some of the vectors, as it would be without any secrecy. */
export function plainSum(
  inputs: readonly (readonly bigint[])[],
  survivors: readonly number[],
  modulus: bigint,
): bigint[] {
  return inputs[0].map((_, i) => survivors.reduce((sum, j) => sum + inputs[j][i], 0n) % modulus);
}

export const TIMEOUT_NS = 1e12;

export async function playAggregation(setting: Setting): Promise<Aggregated> {
  const { clients: n, modulus = 1n << 32n, length = 5, malicious = false, neighbours, rules } = setting;
  const { server = aggregate, client = contribute, seed = 1 } = setting;
  const inputs = setting.inputs ?? vectorsOf(n, length, modulus);
  const session: Session = {
    number: 7,
    clients: Array.from({ length: n }, (_, j) => `client-${j + 1}`),
    threshold: thresholdOf({ ...setting, malicious }, circle(n, undefined)),
    neighbours,
    malicious,
    modulus,
    length,
    timeoutNs: TIMEOUT_NS,
  };
  return playSum(session, inputs, {
    server: (self) => server(self, session),
    client: (self, input) => client(self, session, input),
    messages: secureAggregation.messages,
    seed,
    ...(rules && { rules }),
  });
}

/** The halves of a sum, and how they are played. */
export interface Halves {
  readonly server: (self: Self) => Behaviour<Aggregate>;
  readonly client: (self: Self, input: Uint32Array) => Behaviour<unknown>;
  readonly messages: readonly AnyMessageType[];
  readonly seed?: number;
  readonly rules?: readonly Rule[];
}

/** Plays one sum by any protocol. */
export async function playSum<S extends SumSession>(
  session: S,
  inputs: readonly (readonly bigint[])[],
  { server, client, messages, seed = 1, rules }: Halves,
): Promise<Summed<S>> {
  const vectors = new ModularVectors(session.modulus);
  const roles: Role[] = [
    actor('server', function* (self) {
      yield* finish(yield* server(self));
    }),
    actors('client', session.clients.length, function* (self) {
      yield* client(self, vectors.from(inputs[self.index]));
    }),
  ];
  const bus = new Bus();
  const ledger = new Ledger(roles);
  ledger.attach(bus);
  const played = await play(roles, {
    messages,
    seed,
    bus,
    ...(rules && { rules }),
  });
  const result = played.result.results.get('server') as Aggregate | Aborted;
  const outcome =
    'sum' in result ? { ...result, sum: vectors.toBigints(result.sum) } : { failure: result.reason };
  const reasons = session.clients.map((name) => {
    const gaveUp = played.result.results.get(name) as Aborted | undefined;
    return gaveUp?.reason;
  });
  return { ...played, session, inputs, ledger, outcome, reasons };
}
