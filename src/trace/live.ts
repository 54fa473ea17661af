/** What happens on a bus, as a trace keeps it. */

import type { Bus, BusEvents } from '../sim/bus.ts';
import { type Entry, KINDS } from './record.ts';

/** Hands on everything that happens, in order. */
export function onEntry(bus: Bus, take: (entry: Entry) => void): void {
  for (const kind of KINDS) {
    bus.on(kind, (happening: BusEvents[keyof BusEvents]) => {
      if (!('payload' in happening)) return take({ kind, ...happening } as Entry);
      const { payload, ...kept } = happening;
      return take({ kind, ...kept, payloadBytes: payload.byteLength } as Entry);
    });
  }
}
