/**
 * How much a run may come to, whatever its faults do. Everything here is counted from what happens in the run, and never
 * what the process happens to use: so a run ends at the same event on every machine.
 */

import { Sealed } from '../compute/sealed.ts';
import { assert } from '../../base/errors.ts';

/** What a run may come to; an absent bound is none. */
export interface Limits {
  /** The run ends when virtual time would pass this. */
  readonly timeNs?: number;
  /** Messages that are sent, copies included. */
  readonly messages?: number;
  /** Things that happen: a packet that moves on, a computation that is done, a wait that is over. */
  readonly events?: number;
  /** Bytes of what is on its way, lies unread in mailboxes, and was saved by actors. */
  readonly heldBytes?: number;
}

/** Which of the limits ended a run. */
export type Bound = 'time' | 'messages' | 'events' | 'held';

/** What a message takes beside its payload while it is on its way or unread. */
const MESSAGE_BYTES = 1024;

export class Bounds {
  /** The first that was reached. */
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

  /** Whether something can happen at this time, and one more thing at all. */
  admits(timeNs: number): boolean {
    if (timeNs > this.#limits.timeNs || timeNs >= Number.MAX_SAFE_INTEGER) this.reached ??= 'time';
    else if (this.#events++ >= this.#limits.events) this.reached ??= 'events';
    return this.reached === undefined;
  }

  /** Counts a message. Returns false where it is one too many and must not be sent. */
  send(): boolean {
    if (this.#messages++ >= this.#limits.messages) this.reached ??= 'messages';
    return this.reached === undefined;
  }

  /**
   * Counts a packet that is under way from now on.
   * @param bytes of its payload; 0 where others carry the same, as those of a broadcast do: it is counted once
   */
  depart(bytes: number): void {
    this.#hold(MESSAGE_BYTES + bytes);
  }

  /**
   * A packet is there, or lost.
   * @param bytes of its payload; 0 where others still carry it
   */
  arrive(bytes: number): void {
    this.#heldBytes -= MESSAGE_BYTES + bytes;
  }

  /** Counts an envelope of so many bytes that lies unread, or several. */
  keep(bytes: number, envelopes = 1): void {
    this.#hold(envelopes * MESSAGE_BYTES + bytes);
  }

  /** An envelope was read, or thrown away, or several were. */
  read(bytes: number, envelopes = 1): void {
    this.#heldBytes -= envelopes * MESSAGE_BYTES + bytes;
  }

  /** An actor saved a value, in place of what it had saved before. */
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
 * What a plain value is made of, every part once: the bytes of vectors, two for each letter of a text, a word for all else. What
 * outlives a crash must be plain, as other objects would come back from a disk as something else.
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
    // Most are of numbers.
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
