/** Who decrypts follows from all public keys, so that everybody knows: for simulators, whose parties have other keys. */

import { messagesOf } from '../../../src/core/kit/attack.ts';
import { joinBytes } from '../../../src/core/kit/crypto.ts';
import type { Random, RealRun } from '../../../src/core/kit/index.ts';
import { Roster } from '../secagg/messages.ts';
import { chooseDecryptors } from './graph.ts';
import { longTermSecrets, makeLongTermKeys } from './secrets.ts';
import type { FlamingoSession } from './session.ts';

/** The decryptors of each set-up of a run, as places among those that take part, by everybody's randomness. */
export function decryptorsIn(
  { members }: RealRun,
  { decryptors }: FlamingoSession,
): (randomOf: (name: string) => Random) => readonly (readonly number[])[] {
  const parties = new Map<number, Set<string>>();
  const rosters = messagesOf(
    members.flatMap(({ sent }) => sent),
    Roster,
  );
  // It is sent to everybody who is on it, in order.
  for (const { to, body } of rosters)
    parties.set(body.aggregation, (parties.get(body.aggregation) ?? new Set()).add(to));
  return (randomOf) =>
    Array.from(parties, ([setUp, names]) => {
      const keys = Array.from(names, (name) => makeLongTermKeys.run(longTermSecrets(randomOf(name), setUp)));
      return chooseDecryptors([...keys.keys()], joinBytes(keys), decryptors);
    });
}
