/**
 * Limits on a run, whatever its faults do. Everything is counted from what happens in the run, never from what the process
 * uses, so a run ends at the same event on every machine.
 */

import { Sealed } from '../compute/sealed.ts';
import { assert } from '../../base/errors.ts';

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

const WORD_BYTES = 8;

/**
 * The size of a plain value, every part counted once: the bytes of vectors, two for each character of a text, a word for anything
 * else. What survives a crash must be plain, since other objects would be restored from a disk as something different.
 */
export function plainBytes(value: unknown): number {
  return bytesOf(value, new Set());
}

function bytesOf(value: unknown, seen: Set<object>): number {
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value !== 'object' || value === null) return WORD_BYTES;
  const before = seen.size;
  seen.add(value);
  if (seen.size === before) return WORD_BYTES;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof Sealed) return WORD_BYTES + 4 * value.planes * value.length;
  if (!isPlain(value)) assert(false, `${value.constructor.name} is kept, which is no plain value`);
  let bytes = WORD_BYTES;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    // Most lists contain numbers.
    for (let i = 0; i < list.length; i++)
      bytes += typeof list[i] === 'number' ? WORD_BYTES : bytesOf(list[i], seen);
  } else if (value instanceof Map || value instanceof Set) {
    for (const part of value as Iterable<unknown>) bytes += bytesOf(part, seen);
  } else {
    for (const key in value) bytes += bytesOf((value as Readonly<Record<string, unknown>>)[key], seen);
  }
  return bytes;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Object.prototype || Array.isArray(value) || value instanceof Map || value instanceof Set
  );
}
