/** Events on a bus, as a trace stores them. */

import type { Bus, BusEvents } from '../../core/engine/messages/bus.ts';
import { type Entry, KINDS } from './record.ts';

/** Passes on every event, in order. */
export function onEntry(bus: Bus, take: (entry: Entry) => void): void {
  bus.onTraffic({
    sent: ({ timeNs, id, from, to, type, payloadBytes, wireBytes, elements, digest }) =>
      take({ kind: 'sent', timeNs, id, from, to, type, payloadBytes, wireBytes, elements, digest }),
    delivered: ({ timeNs, id, from, to, payloadBytes, wireBytes, retransmissions, digest }) =>
      take({ kind: 'delivered', timeNs, id, from, to, payloadBytes, wireBytes, retransmissions, digest }),
  });
  for (const kind of KINDS)
    if (kind !== 'sent' && kind !== 'delivered')
      bus.on(kind, (event: BusEvents[keyof BusEvents]) => take({ kind, ...event } as Entry));
}
