/** Which actors a fault is about. */

import type { Stream } from '../random.ts';
import type { Who } from './fault.ts';

/**
 * The names meant, in order and each once.
 *
 * @param clients the names of all clients
 * @param stream chooses where the number is all that is said
 */
export function resolveWho(who: Who, clients: readonly string[], stream: Stream): readonly string[] {
  if (typeof who === 'string') return named(who, clients);
  if (Array.isArray(who))
    return [...new Set((who as readonly string[]).flatMap((name) => named(name, clients)))];
  const { clients: number, fraction } = who as { clients?: number; fraction?: number };
  const count = Math.min(clients.length, number ?? Math.floor((fraction ?? 0) * clients.length));
  const chosen = stream.shuffle(Uint32Array.from(clients.keys())).subarray(0, count);
  return Array.from(chosen.toSorted(), (place) => clients[place]);
}

function named(name: string, clients: readonly string[]): readonly string[] {
  if (name === 'clients') return clients;
  return name === 'everyone' ? ['server', ...clients] : [name];
}
