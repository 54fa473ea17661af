/**
 * Limits on a run, whatever its faults do. Everything is counted from what happens in the run, never from what the process
 * uses, so a run ends at the same event on every machine.
 */

import { plainBytes } from '../compute/plain-value.ts';

/** The limits of a run; an absent one does not limit anything. */
export interface Limits {
  /** The run ends when virtual time would pass this. */
  readonly timeNs?: number;
  /** How many messages may be sent, copies included. */
  readonly messages?: number;
  /** How many events may happen: a packet moves on, a computation ends, a wait ends. */
  readonly events?: number;
  /** How many bytes may be in transit, unread in mailboxes, and saved by actors, all together. */
  readonly heldBytes?: number;
}

/** Which of the limits ended a run. */
export type Bound = 'time' | 'messages' | 'events' | 'held';

/** What a message counts for besides its payload while it is in transit or unread. */
const MESSAGE_BYTES = 1024;

export class Bounds {
  /** The first limit that was reached. */
  reached: Bound | undefined;
  readonly #limits: Required<Limits>;
  #messages = 0;
  #events = 0;
  #heldBytes = 0;
  readonly #savedBytes = new Map<number, number>();

  constructor(limits: Limits = {}) {
    const none = Number.POSITIVE_INFINITY;
    this.#limits = { timeNs: none, messages: none, events: none, heldBytes: none, ...limits };
  }

  /** Whether one more event may happen, and at this time. */
  admits(timeNs: number): boolean {
    if (timeNs > this.#limits.timeNs || timeNs >= Number.MAX_SAFE_INTEGER) this.reached ??= 'time';
    else if (this.#events++ >= this.#limits.events) this.reached ??= 'events';
    return this.reached === undefined;
  }

  /** Counts a message. Returns false if it is one too many and must not be sent. */
  send(): boolean {
    if (this.#messages++ >= this.#limits.messages) this.reached ??= 'messages';
    return this.reached === undefined;
  }

  /**
   * Counts a packet that is in transit from now on.
   * @param bytes those of its payload; 0 if other packets carry the same one, as in a broadcast, since it is counted once
   */
  enterTransit(bytes: number): void {
    this.#hold(MESSAGE_BYTES + bytes);
  }

  /**
   * A packet was delivered or lost.
   * @param bytes those of its payload; 0 if other packets still carry it
   */
  leaveTransit(bytes: number): void {
    this.#heldBytes -= MESSAGE_BYTES + bytes;
  }

  /** Counts one or several unread messages with this many bytes. */
  keep(bytes: number, messages = 1): void {
    this.#hold(messages * MESSAGE_BYTES + bytes);
  }

  /** One or several messages were read or discarded. */
  read(bytes: number, messages = 1): void {
    this.#heldBytes -= messages * MESSAGE_BYTES + bytes;
  }

  /** An actor saved a value, which replaces what it had saved before. */
  save(actor: number, value: unknown): void {
    const bytes = plainBytes(value);
    const before = this.#savedBytes.get(actor) ?? 0;
    this.#savedBytes.set(actor, bytes);
    this.#hold(bytes - before);
  }

  #hold(bytes: number): void {
    this.#heldBytes += bytes;
    if (this.#heldBytes > this.#limits.heldBytes) this.reached ??= 'held';
  }
}
