/**
 * The records of parties as one run. Everything is in order of time, no message arrives before it was sent,
 * whatever the clocks show, and messages are numbered in the order in which they were sent, as in a
 * simulation. Messages that never arrived are lost.
 */

import { type Bus, type BusEvents, NO_MESSAGE } from '../core/engine/messages/bus.ts';
import { shown } from '../core/engine/messages/payload-view.ts';
import type { Entry } from '../run/trace/record.ts';
import type { LifeRecord } from './life-record.ts';

export interface Merged {
  /** The time of the last event. */
  readonly endNs: number;
  /** By how much, at most, clocks let a message arrive before it was sent: it then arrives when it was sent. */
  readonly mostEarlyNs: number;
}

/** The name given to the cause of a life that ended before its actor was done. */
const PROCESS = 'process';

/** Passes on every event, in order. */
export function merge(lives: readonly LifeRecord[], bus: Bus): Merged {
  const sent = new Map<number, Extract<Entry, { kind: 'sent' }>>();
  for (const { entries } of lives)
    for (const entry of entries) if (entry.kind === 'sent') sent.set(entry.id, entry);
  const numbers = new Map<number, number>();
  const arrived = new Set<number>();
  const done = new Set<number>();
  const heads = lives.map((life) => ({ entries: withEnds(life, lives), at: 0 }));
  let nowNs = 0;
  let mostEarlyNs = 0;

  const isHeld = (entry: Entry): boolean =>
    entry.kind === 'delivered' && sent.has(entry.id) && !numbers.has(entry.id);
  const take = (entry: Entry): void => {
    nowNs = Math.max(nowNs, entry.timeNs);
    const timeNs = nowNs;
    switch (entry.kind) {
      case 'sent': {
        const id = numbers.size;
        numbers.set(entry.id, id);
        return bus.sent({ ...entry, timeNs, id, payload: NO_PAYLOAD });
      }
      case 'delivered': {
        const id = numbers.get(entry.id);
        // Its sender's record was truncated before it.
        if (id === undefined) return undefined;
        arrived.add(entry.id);
        return bus.delivered({ ...entry, timeNs, id, retransmissions: 0, payload: NO_PAYLOAD });
      }
      case 'lost': {
        const id = numbers.get(entry.id);
        if (id === undefined) return undefined;
        arrived.add(entry.id);
        return void bus.emit('lost', { ...entry, timeNs, id });
      }
      case 'refused': {
        const id = numbers.get(entry.id);
        return id === undefined ? undefined : void bus.emit('refused', { ...entry, timeNs, id });
      }
      case 'finished':
        if (done.has(entry.actor)) return undefined;
        done.add(entry.actor);
        return void bus.emit('finished', { ...entry, timeNs });
      default:
        return void bus.emit(entry.kind, { ...entry, timeNs } as BusEvents[typeof entry.kind] as never);
    }
  };
  for (;;) {
    const open = heads.filter(({ entries, at }) => at < entries.length);
    if (open.length === 0) break;
    const free = open.filter(({ entries, at }) => !isHeld(entries[at]));
    const [first, ...others] = free.length > 0 ? free : open;
    const head = others.reduce((a, b) => (b.entries[b.at].timeNs < a.entries[a.at].timeNs ? b : a), first);
    const entry = head.entries[head.at++];
    if (entry.kind === 'delivered') {
      const aheadNs = (sent.get(entry.id)?.timeNs ?? 0) - entry.timeNs;
      mostEarlyNs = Math.max(mostEarlyNs, aheadNs);
    }
    take(entry);
  }
  for (const [id, { wireBytes }] of sent) {
    const number = numbers.get(id);
    if (number !== undefined && !arrived.has(id))
      bus.emit('lost', { timeNs: nowNs, id: number, wireBytes, reason: 'it never came' });
  }
  return { endNs: nowNs, mostEarlyNs };
}

/** A life that is followed by another one was ended from outside. */
function withEnds({ actor, life, entries }: LifeRecord, lives: readonly LifeRecord[]): readonly Entry[] {
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return entries;
  const faultEntry = (timeNs: number, what: string): Entry => ({
    kind: 'faulted',
    timeNs,
    fault: PROCESS,
    actor,
    what,
    message: NO_MESSAGE,
  });
  const goesOn = lives.some((other) => other.actor === actor && other.life > life);
  return [
    ...(life > 1 ? [faultEntry(first.timeNs, 'restart')] : []),
    ...entries,
    ...(goesOn && last.kind !== 'finished' ? [faultEntry(last.timeNs, 'crash')] : []),
  ];
}

/** Payloads are not kept, so listeners get empty ones. */
const NO_PAYLOAD = shown(new Uint8Array());
