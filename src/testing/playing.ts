/** Protocols in which one role is played otherwise. */

import type { AnyProtocol } from '../core/protocol/protocol.ts';
import type { AnyRole } from '../core/protocol/role.ts';
import type { Self } from '../core/engine/actors/actor.ts';
import type { Behaviour } from '../core/engine/actors/effects.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- what a role is given differs from role to role
type Play = (self: Self, given: any) => Behaviour;

/** @param play what is played, given the role's own way */
export function playing<P extends AnyProtocol>(protocol: P, role: string, play: (own: Play) => Play): P {
  const declared = protocol.roles[role] as AnyRole;
  const other = { ...declared, play: play(declared.play.bind(declared) as Play) } as AnyRole;
  return { ...protocol, roles: { ...protocol.roles, [role]: other } };
}
