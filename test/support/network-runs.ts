/** What tests of networks send, and when it arrives. */

import type { Role } from '../../src/core/engine/actors/actor.ts';
import type { Behaviour } from '../../src/core/engine/actors/effects.ts';
import { send, sleep } from '../../src/core/engine/actors/effects.ts';
import type { Bandwidth } from '../../src/core/engine/network/network.ts';
import { actor, Note, NOTE_BYTES, type Played } from './cast.ts';

/** An actor that sends notes at the given times, in order. */
export function sender(role: string, notes: readonly (readonly [atNs: number, to: string])[]): Role {
  return actor(role, () => sendAll(notes));
}

export function* sendAll(notes: readonly (readonly [atNs: number, to: string])[]): Behaviour {
  let nowNs = 0;
  for (const [atNs, to] of notes) {
    yield* sleep(atNs - nowNs);
    nowNs = atNs;
    yield* send(to, Note, { value: 1 });
  }
}

/** When each message arrived, in the order of sending. */
export function arrivals({ of }: Played): (number | undefined)[] {
  const times = new Map(of('delivered').map(({ id, timeNs }) => [id, timeNs]));
  return of('sent').map(({ id }) => times.get(id));
}

/** How long each message between two actors took, in the order of sending. */
export function delays(played: Played, from: number, to: number): number[] {
  const arrived = arrivals(played);
  return played
    .of('sent')
    .flatMap((sent) => (sent.from === from && sent.to === to ? [(arrived[sent.id] ?? 0) - sent.timeNs] : []));
}

/** Everybody's links are this fast, but for who is named. */
export function bandwidth(
  others: Partial<Bandwidth>,
  own: Readonly<Record<string, Partial<Bandwidth>>> = {},
): (name: string) => Bandwidth {
  const unlimited = { uplinkBps: Number.POSITIVE_INFINITY, downlinkBps: Number.POSITIVE_INFINITY };
  return (name) => ({ ...unlimited, ...others, ...own[name] });
}

/** Makes a note 100 bytes on the wire, which take 266_666.67 ns at 3 Mbps. */
export const FRAMING = 100 - NOTE_BYTES;
