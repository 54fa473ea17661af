/**
 * The messages that a wait for many messages has accepted, as rows of numbers. When everybody shares something with everybody, all
 * actors wait at once, and as objects their messages would be most of what the garbage collector scans. Vectors stay in their
 * receiver's memory, and messages are created from the rows when requested.
 */

import { grown } from '../../base/grown.ts';
import { type Folding, foldingOf } from '../wire/folding.ts';
import type { AnyMessageType } from '../wire/message-type.ts';
import type { Digest } from '../messages/digest.ts';
import type { DeliveredMessage } from './delivered-message.ts';
import type { Received } from './effect.ts';

/** The columns before a folded body. */
const ID = 0;
const SENDER = 1;
const BYTES = 2;
/** The digest if it is a number. */
const DIGEST = 3;
/** The index of its type, and whether its sender wants a reply. */
const TYPE = 4;
/** The end of the row: directly after the columns if the body is not folded. */
const END = 5;
const COLUMNS = 6;

const FIRST_WORDS = 64;
/** The usual number of words, and the most that are reserved at the beginning. */
const USUAL_WORDS = 12;
const MOST_FIRST_WORDS = 2 ** 16;

interface Known {
  readonly type: AnyMessageType;
  readonly folding: Folding | undefined;
}

export class ReceivedBatch {
  /** The bytes of all payloads. */
  bytes = 0;
  #words: Int32Array<ArrayBuffer>;
  #end = 0;
  /** The names of the senders, in order. */
  readonly #from: string[] = [];
  readonly #types: Known[] = [];
  /** The memories that contain their vectors. */
  readonly #memories: ArrayBufferLike[] = [];
  /** What is not a number: digests that are texts, and bodies that are not folded, by index. */
  readonly #texts: string[] = [];
  readonly #bodies: unknown[] = [];

  /** @param expected how many messages are expected */
  constructor(expected: number) {
    const words = Math.min(MOST_FIRST_WORDS, Math.max(FIRST_WORDS, USUAL_WORDS * expected));
    this.#words = new Int32Array(words);
  }

  /** How many messages there are. */
  get length(): number {
    return this.#from.length;
  }

  add({ id, sender, from, type, body, bytes, digest, wantsReply }: DeliveredMessage): void {
    const place = this.#from.push(from) - 1;
    const known = this.#placeOf(type);
    const { folding } = this.#types[known];
    const row = this.#end;
    while (row + COLUMNS + (folding?.most ?? 0) > this.#words.length) this.#words = grown(this.#words);
    const words = this.#words;
    words[row + ID] = id;
    words[row + SENDER] = sender;
    words[row + BYTES] = bytes;
    if (typeof digest === 'number') words[row + DIGEST] = digest;
    else this.#texts[place] = digest;
    words[row + TYPE] = 2 * known + (wantsReply ? 1 : 0);
    let end = folding?.fold(body as object, words, row + COLUMNS, this.#memories) ?? -1;
    if (end < 0) {
      this.#bodies[place] = body;
      end = row + COLUMNS;
    }
    words[row + END] = this.#end = end;
    this.bytes += bytes;
  }

  /** Passes each sender by number, with the digest of its payload; a digest above 2^31 may come as a negative number. */
  eachDigest(visit: (sender: number, digest: Digest) => void): void {
    const words = this.#words;
    for (let place = 0, row = 0; place < this.length; place++, row = words[row + END])
      visit(words[row + SENDER], this.#texts[place] ?? words[row + DIGEST]);
  }

  /** All messages, in order of arrival. */
  messages(): DeliveredMessage[] {
    const words = this.#words;
    return this.#mapped((row, place, { from, type, body }) => ({
      id: words[row + ID] >>> 0,
      sender: words[row + SENDER],
      from,
      type,
      body,
      bytes: words[row + BYTES],
      digest: this.#texts[place] ?? words[row + DIGEST],
      wantsReply: (words[row + TYPE] & 1) === 1,
    }));
  }

  /** What an actor sees of them: half of it, and there may be a million. */
  seen(): Received[] {
    return this.#mapped((_row, _place, message) => message);
  }

  #mapped<T>(made: (row: number, place: number, message: Received) => T): T[] {
    const words = this.#words;
    let row = 0;
    return this.#from.map((from, place) => {
      const { type, folding } = this.#types[words[row + TYPE] >> 1];
      const at = row + COLUMNS;
      const end = words[row + END];
      const body = end > at && folding ? folding.unfold(words, at, this.#memories) : this.#bodies[place];
      const one = made(row, place, { from, type, body });
      row = end;
      return one;
    });
  }

  #placeOf(type: AnyMessageType): number {
    const last = this.#types.length - 1;
    if (last >= 0 && this.#types[last].type === type) return last;
    const place = this.#types.findIndex((known) => known.type === type);
    return place >= 0 ? place : this.#types.push({ type, folding: foldingOf(type) }) - 1;
  }
}

/** What a wait has received. */
export type ReceivedMessages = readonly DeliveredMessage[] | ReceivedBatch;

/** The received messages as objects, in order of arrival. */
export function messagesOf(received: ReceivedMessages): readonly DeliveredMessage[] {
  return received instanceof ReceivedBatch ? received.messages() : received;
}

/** What an actor sees of the received messages, in order of arrival, as a list of its own. */
export function seenOf(received: ReceivedMessages): Received[] {
  return received instanceof ReceivedBatch ? received.seen() : received.map(seen);
}

/** What an actor sees of a message: not its number, which tells how many others have sent. */
export function seen({ from, type, body }: Received): Received {
  return { from, type, body };
}

/** The bytes of all payloads. */
export function bytesOf(received: ReceivedMessages): number {
  return received instanceof ReceivedBatch
    ? received.bytes
    : received.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Passes each sender by number, with the digest of its payload; a digest above 2^31 may come as a negative number. */
export function eachDigest(
  received: ReceivedMessages,
  visit: (sender: number, digest: Digest) => void,
): void {
  if (received instanceof ReceivedBatch) received.eachDigest(visit);
  else for (const { sender, digest } of received) visit(sender, digest);
}
