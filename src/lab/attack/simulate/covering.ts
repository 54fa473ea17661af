/** The coalitions that stand for all that a claim is about. */

import { Directory } from '../../../core/engine/messages/directory.ts';
import type { Claim } from '../../../core/protocol/attack.ts';
import type { Parties } from '../../../core/protocol/parties.ts';
import type { Coalition } from '../../games/coalition.ts';

/**
 * Coalitions as large as a claim allows, in which every party of its roles is a member once; and one of single
 * parties, unless every party also is outside one of these. All together leave at least one party that
 * holds data.
 */
export function coveringCoalitions({ coalition }: Pick<Claim, 'coalition'>, parties: Parties): Coalition[] {
  const directory = new Directory(parties.roles);
  const chosen = parties.roles.flatMap(({ role, holds }) => {
    const names = directory.names(role);
    const size = Math.min(coalition[role] ?? 0, holds === true ? names.length - 1 : names.length);
    return size > 0 ? [{ names, groups: groupsOf(names, size) }] : [];
  });
  if (chosen.length === 0) return [];
  const most = Math.max(...chosen.map(({ groups }) => groups.length));
  const largest = Array.from({ length: most }, (_, i) =>
    chosen.flatMap(({ groups }) => groups[i % groups.length]),
  );
  const isAlwaysInside = (name: string): boolean => largest.every((members) => members.includes(name));
  const hidden = chosen.some(({ names }) => names.length > 1 && names.some(isAlwaysInside));
  return hidden ? [...largest, chosen.map(({ names }) => names[0])] : largest;
}

/** How many coalitions of each claim are examined for what they can derive. */
const DERIVING = 4;

/** The first coalitions of each claim: what they can derive is followed through a run, which takes no repetition. */
export function derivingCoalitions(claims: readonly Claim[], parties: Parties): Coalition[] {
  return claims.flatMap((claim) => coveringCoalitions(claim, parties).slice(0, DERIVING));
}

/** Groups of a size in which every name comes. */
function groupsOf(names: readonly string[], size: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(names.length / size) }, (_, g) =>
    (g + 1) * size <= names.length ? names.slice(g * size, (g + 1) * size) : names.slice(-size),
  );
}
