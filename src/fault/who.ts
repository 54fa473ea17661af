/** Which actors a fault is about. */

import type { Stream } from '../base/random.ts';
import type { Who } from './fault.ts';

/**
 * The names meant, in order and each once.
 *
 * @param clients the names of all clients
 * @param streams a stream for each client, which chooses where only the number is said: one more client may take the
 *   place of another, and changes nothing for the rest
 */
export function resolveWho(
  who: Who,
  clients: readonly string[],
  streams: (client: string) => Stream,
): readonly string[] {
  if (typeof who === 'string') return named(who, clients);
  if (isList(who)) return [...new Set(who.flatMap((name) => named(name, clients)))];
  const count = 'clients' in who ? who.clients : Math.floor(who.fraction * clients.length);
  const draws = new Map(clients.map((client) => [client, streams(client).uniform()]));
  const drawOf = (client: string): number => draws.get(client) ?? 0;
  const chosen = new Set(clients.toSorted((a, b) => drawOf(a) - drawOf(b)).slice(0, count));
  return clients.filter((client) => chosen.has(client));
}

/** Everybody but these. */
export function othersThan(who: readonly string[], clients: readonly string[]): readonly string[] {
  const left = new Set(who);
  return everyone(clients).filter((name) => !left.has(name));
}

function named(name: string, clients: readonly string[]): readonly string[] {
  if (name === 'clients') return clients;
  return name === 'everyone' ? everyone(clients) : [name];
}

function everyone(clients: readonly string[]): readonly string[] {
  return ['server', ...clients];
}

function isList(who: Who): who is readonly string[] {
  return Array.isArray(who);
}
