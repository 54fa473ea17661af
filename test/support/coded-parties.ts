/** Plays one LightSecAgg sum among bare clients and a server. */

import { type CodedSession, codedMasks, lightSecAgg } from '../../actors/blocks/lightsecagg/index.ts';
import { type CodedParameters, limitsOf } from '../../actors/blocks/lightsecagg/session.ts';
import { handedOver } from '../../src/core/base/handed-over.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import type { Behaviour } from '../../src/core/engine/actors/effects.ts';
import type { Rule } from '../../src/core/engine/network/rule.ts';
import { playSum, type Summed, TIMEOUT_NS, vectorsOf } from './secagg-parties.ts';

export interface CodedSetting extends Omit<Partial<CodedParameters>, 'dropouts'> {
  readonly clients: number;
  readonly dropouts?: number;
  readonly modulus?: bigint;
  readonly length?: number;
  readonly seed?: number;
  readonly rules?: readonly Rule[];
  /** In place of the vectors that {@link vectorsOf} gives. */
  readonly inputs?: readonly (readonly bigint[])[];
  /** In place of the protocol's own. */
  readonly client?: (self: Self, session: CodedSession, input: Uint32Array) => Behaviour<unknown>;
}

/** 2^50 - 27 */
export const PRIME = (1n << 50n) - 27n;

export function codedSession(setting: CodedSetting): CodedSession {
  const { clients: n, modulus = PRIME, length = 5, checks } = setting;
  const { colluding, threshold } = limitsOf(setting as CodedParameters, n);
  return {
    protocol: 'lightsecagg',
    number: 7,
    clients: Array.from({ length: n }, (_, j) => `client-${j + 1}`),
    threshold,
    colluding,
    checks,
    modulus,
    length,
    timeoutNs: TIMEOUT_NS,
  };
}

export function playCoded(setting: CodedSetting): Promise<Summed<CodedSession>> {
  const session = codedSession(setting);
  const { client = (self, agreed, input) => codedMasks.contribute(self, agreed, handedOver(input), []) } =
    setting;
  const { rules, seed } = setting;
  const inputs = setting.inputs ?? vectorsOf(setting.clients, session.length, session.modulus);
  return playSum(session, inputs, {
    server: (self) => codedMasks.aggregate(self, session),
    client: (self, input) => client(self, session, input),
    messages: lightSecAgg.messages,
    ...(seed !== undefined && { seed }),
    ...(rules && { rules }),
  });
}
