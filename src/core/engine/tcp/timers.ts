/**
 * The timers of endpoints. Most are set anew long before they expire, so only the earliest time of each is in the agenda; when that
 * comes, the timer goes off or moves on.
 */

import { grown } from '../../base/grown.ts';
import type { EventQueue } from '../clock/queue.ts';

/** What an item of the agenda is about: one of the three timers of an endpoint, its packets on the way, or the packets at a link. */
export const RETRANSMIT = 0;
export const ACKNOWLEDGE = 1;
export const PACE = 2;
export const DISTANCE = 3;
export const LINK = 4;

/** An item of the agenda: the number of an endpoint or a link, and what it is about. */
export function itemOf(number: number, kind: number): number {
  return (number << 3) | kind;
}

const NEVER = Number.POSITIVE_INFINITY;

export class Timers {
  readonly #agenda: EventQueue;
  /** By the item. */
  #expiresNs = new Float64Array(512).fill(NEVER);
  #queuedNs = new Float64Array(512).fill(NEVER);

  constructor(agenda: EventQueue) {
    this.#agenda = agenda;
  }

  set(endpoint: number, kind: number, atNs: number): void {
    const item = itemOf(endpoint, kind);
    while (item >= this.#expiresNs.length) this.#grow();
    this.#expiresNs[item] = atNs;
    if (atNs >= this.#queuedNs[item]) return;
    this.#queuedNs[item] = atNs;
    this.#agenda.push(atNs, item);
  }

  clear(endpoint: number, kind: number): void {
    const item = itemOf(endpoint, kind);
    if (item < this.#expiresNs.length) this.#expiresNs[item] = NEVER;
  }

  /** Whether a timer that the agenda has for this time will go off then. */
  isDue(item: number, atNs: number): boolean {
    return this.#expiresNs[item] === atNs && this.#queuedNs[item] === atNs;
  }

  /** The time that the agenda had for a timer has come. @returns whether it goes off */
  expires(item: number, nowNs: number): boolean {
    // An earlier time was queued since then, and has come.
    if (this.#queuedNs[item] !== nowNs) return false;
    const expiresNs = this.#expiresNs[item];
    if (expiresNs === nowNs) {
      this.#queuedNs[item] = NEVER;
      this.#expiresNs[item] = NEVER;
      return true;
    }
    this.#queuedNs[item] = expiresNs;
    if (expiresNs < NEVER) this.#agenda.push(expiresNs, item);
    return false;
  }

  #grow(): void {
    const before = this.#expiresNs.length;
    this.#expiresNs = grown(this.#expiresNs).fill(NEVER, before);
    this.#queuedNs = grown(this.#queuedNs).fill(NEVER, before);
  }
}
