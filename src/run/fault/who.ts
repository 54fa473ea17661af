/** Which actors a fault affects. */

import { assert } from '../../core/base/errors.ts';
import type { Stream } from '../../core/base/random.ts';
import { everyone, meantBy, type Parties } from '../../core/protocol/parties.ts';
import type { Who } from './fault.ts';

/**
 * The selected names, in order and each once.
 *
 * @param streams a stream for each client, which decides when only a number of clients is given: one more
 *   client may replace another one, and changes nothing for the rest
 */
export function resolveWho(
  who: Who,
  parties: Parties,
  streams: (client: string) => Stream,
): readonly string[] {
  if (typeof who === 'string') return named(who, parties);
  if (isList(who)) return [...new Set(who.flatMap((name) => named(name, parties)))];
  const { clients } = parties;
  const count = 'clients' in who ? who.clients : Math.floor(who.fraction * clients.length);
  const draws = new Map(clients.map((client) => [client, streams(client).uniform()]));
  const drawOf = (client: string): number => draws.get(client) ?? 0;
  const chosen = new Set(clients.toSorted((a, b) => drawOf(a) - drawOf(b)).slice(0, count));
  return clients.filter((client) => chosen.has(client));
}

/** Everybody but these. */
export function othersThan(who: readonly string[], parties: Parties): readonly string[] {
  const left = new Set(who);
  return everyone(parties).filter((name) => !left.has(name));
}

function named(name: string, parties: Parties): readonly string[] {
  const meant = meantBy(name, parties);
  assert(meant !== undefined, `a fault affects ${name}, who does not exist`);
  return meant;
}

function isList(who: Who): who is readonly string[] {
  return Array.isArray(who);
}
