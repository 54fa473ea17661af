/** `--log`: events of a run as JSON lines on stderr, with the names of actors. */

import { pino } from 'pino';
import type { Bus, BusEvents } from '../core/engine/messages/bus.ts';

type Level = 'trace' | 'debug' | 'info' | 'warn';

/** The level of each event, and the words for it. */
const LINES: { readonly [K in keyof BusEvents]: readonly [Level, string] } = {
  labelled: ['info', 'labelled'],
  finished: ['info', 'finished'],
  faulted: ['warn', 'a fault struck'],
  expired: ['warn', 'a wait timed out'],
  stalled: ['warn', 'waits for ever'],
  refused: ['debug', 'refused a message'],
  lost: ['debug', 'lost a message'],
  computing: ['trace', 'computing'],
  computed: ['trace', 'computed'],
  sent: ['trace', 'sent'],
  delivered: ['trace', 'delivered'],
};
/** Fields that refer to an actor. */
const ACTORS = new Set(['actor', 'from', 'to', 'by']);

/** @param name the name of an actor, by its number */
export function logEvents(bus: Bus, level: string, name: (actor: number) => string): void {
  const stderr = pino.destination({ fd: 2, sync: true });
  // If not even stderr can be written to, there is nobody to tell.
  stderr.on('error', () => undefined);
  const log = pino({ level, base: null, timestamp: false }, stderr);
  for (const [kind, [at, words]] of Object.entries(LINES) as [keyof BusEvents, readonly [Level, string]][]) {
    // For a listener to messages, an object is made of each.
    if (!log.isLevelEnabled(at)) continue;
    bus.on(kind, (event: object) => log[at](shown(event, name), words));
  }
}

/** Bytes by their number, actors by name. */
function shown(event: object, name: (actor: number) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).map(([field, value]): [string, unknown] => {
      if (value instanceof Uint8Array) return [`${field}Bytes`, value.byteLength];
      return [field, ACTORS.has(field) ? name(value as number) : value];
    }),
  );
}
