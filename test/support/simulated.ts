/** Real runs beside their simulations, and what an observer of the coalition's links compares. */

import type { View } from '../../src/core/protocol/view.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import type { AnySimulator } from '../../src/core/protocol/simulator.ts';
import { decodeMessage } from '../../src/core/engine/wire/message.ts';
import { claimsOf } from '../../src/lab/attack/claims.ts';
import { type Pair, runPair } from '../../src/lab/attack/simulate/simulated.ts';
import { agreedOf } from '../../src/run/execute/cast.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';
import type { Scenario } from '../../src/run/scenario/load.ts';

/** A run, and what the claim's simulator makes of it. `protocol`: as the scenario's, or a mutant of it. */
export function simulated(
  scenario: Scenario,
  protocol: AnyProtocol,
  simulator: AnySimulator,
  coalition: readonly string[],
  seed = 7,
): Promise<Pair> {
  const plugins = [plugin(import.meta.url, { name: 'simulated', protocols: [protocol] })];
  return runPair(scenario, protocol, simulator, coalition, seed, { plugins });
}

/** The simulators of a protocol's claims, by the roles of their coalitions, such as `client+server`. */
export function simulatorsOf(protocol: AnyProtocol, scenario: Scenario): Map<string, AnySimulator> {
  return new Map(
    claimsOf(protocol, agreedOf(scenario, protocol)).flatMap(({ coalition, simulator }) =>
      simulator === undefined ? [] : [[Object.keys(coalition).toSorted().join('+'), simulator]],
    ),
  );
}

/** When messages of which types and sizes came and went, member by member. */
export function shapeOf({ members }: View, { messages }: AnyProtocol): string[] {
  const types = new Map(messages.map((type) => [type.name, type]));
  return members.flatMap(({ name, received, sent }) =>
    [...received, ...sent].map(({ timeNs, from, to, payload }) => {
      const message = decodeMessage(payload, types);
      const type = 'malformed' in message ? 'malformed' : message.type.name;
      return `${name}: ${timeNs} ${type} ${from} ${to} ${payload.length}`;
    }),
  );
}

/** The messages of these types that members received, byte for byte. */
export function bytesOf(
  { members }: View,
  { messages }: AnyProtocol,
  types: readonly string[],
): (readonly [string, string])[] {
  const known = new Map(messages.map((type) => [type.name, type]));
  return members.flatMap(({ received }) =>
    received.flatMap(({ from, to, payload }) => {
      const message = decodeMessage(payload, known);
      return 'malformed' in message || !types.includes(message.type.name)
        ? []
        : [[`${message.type.name} ${from} ${to}`, Buffer.from(payload).toString('hex')] as const];
    }),
  );
}
