/** Plays Flamingo sums among bare clients and a server. */

import { decryptedMasks, flamingo, type FlamingoSession } from '../../actors/blocks/flamingo/index.ts';
import { flamingoLimits } from '../../actors/blocks/flamingo/session.ts';
import type { Aggregate } from '../../actors/blocks/sums/secure-sum.ts';
import { handedOver } from '../../src/core/base/handed-over.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import type { Behaviour } from '../../src/core/engine/actors/effects.ts';
import type { Rule } from '../../src/core/engine/network/rule.ts';
import { playSum, type Summed, TIMEOUT_NS, vectorsOf } from './secagg-parties.ts';

export interface FlamingoSetting {
  readonly clients: number;
  readonly decryptors?: number;
  readonly threshold?: number;
  readonly neighbours?: number;
  readonly modulus?: bigint;
  readonly length?: number;
  readonly seed?: number;
  readonly rules?: readonly Rule[];
  /** In place of the vectors that {@link vectorsOf} gives. */
  readonly inputs?: readonly (readonly bigint[])[];
  /** In place of the protocol's own. */
  readonly server?: (self: Self, session: FlamingoSession) => Behaviour<Aggregate>;
  readonly client?: (self: Self, session: FlamingoSession, input: Uint32Array) => Behaviour<unknown>;
}

export function flamingoSession(setting: FlamingoSetting): FlamingoSession {
  const { clients: n, modulus = 1n << 32n, length = 5 } = setting;
  return {
    protocol: 'flamingo',
    number: 7,
    clients: Array.from({ length: n }, (_, j) => `client-${j + 1}`),
    ...flamingoLimits(setting, n),
    modulus,
    length,
    timeoutNs: TIMEOUT_NS,
  };
}

export function playFlamingo(setting: FlamingoSetting): Promise<Summed<FlamingoSession>> {
  const session = flamingoSession(setting);
  const { client = (self, agreed, input) => decryptedMasks.contribute(self, agreed, handedOver(input), []) } =
    setting;
  const { server = (self, agreed) => decryptedMasks.aggregate(self, agreed), rules, seed } = setting;
  const inputs = setting.inputs ?? vectorsOf(setting.clients, session.length, session.modulus);
  return playSum(session, inputs, {
    server: (self) => server(self, session),
    client: (self, input) => client(self, session, input),
    messages: flamingo.messages,
    ...(seed !== undefined && { seed }),
    ...(rules && { rules }),
  });
}
