/**
 * The layout of an event in a trace: a tag, fixed fields, and a 16-bit checksum over both, little-endian.
 * Strings are interned: a `name` record assigns a number to a string before the first record that uses it.
 *
 * Writer and reader share one table, so they cannot disagree.
 */

import type { BusEvents } from '../engine/sim/bus.ts';
import type { Digest } from '../engine/sim/digest.ts';
import type { PayloadDigest } from '../engine/sim/payload-digest.ts';

/** The type of a field: an unsigned integer of 8 or 32 bits, a double, an interned string, or bytes with their length. */
type FieldType = 'u32' | 'f64' | 'string' | 'bytes';

/** Payloads are not stored: the trace holds their length and a digest. */
type Stored<K extends keyof BusEvents> = Omit<BusEvents[K], 'payload' | 'measuredNs'> &
  ('payload' extends keyof BusEvents[K]
    ? { readonly payloadBytes: number; readonly digest: Digest }
    : unknown);

/** An event as stored in the trace, with its measured time. */
export type Entry = {
  [K in keyof BusEvents]: { readonly kind: K; readonly measuredNs?: number } & Stored<K>;
}[keyof BusEvents];

type Layout<K extends keyof BusEvents> = readonly (readonly [keyof Stored<K> & string, FieldType])[];

type Layouts = { readonly [K in keyof BusEvents]: Layout<K> };

/** The fields of each kind, in order; the index in this table is the tag. A `bytes` field comes last. */
export const LAYOUTS: Layouts = {
  sent: [
    ['timeNs', 'f64'],
    ['id', 'u32'],
    ['from', 'u32'],
    ['to', 'u32'],
    ['type', 'string'],
    ['payloadBytes', 'u32'],
    ['wireBytes', 'u32'],
    ['elements', 'u32'],
    ['digest', 'u32'],
  ],
  delivered: [
    ['timeNs', 'f64'],
    ['id', 'u32'],
    ['from', 'u32'],
    ['to', 'u32'],
    ['payloadBytes', 'u32'],
    ['wireBytes', 'u32'],
    ['retransmissions', 'u32'],
    ['digest', 'u32'],
  ],
  lost: [
    ['timeNs', 'f64'],
    ['id', 'u32'],
    ['wireBytes', 'u32'],
    ['reason', 'string'],
  ],
  refused: [
    ['timeNs', 'f64'],
    ['id', 'u32'],
    ['by', 'u32'],
    ['reason', 'string'],
  ],
  computing: [
    ['timeNs', 'f64'],
    ['actor', 'u32'],
    ['task', 'string'],
    ['operations', 'f64'],
    ['durationNs', 'f64'],
  ],
  computed: [
    ['timeNs', 'f64'],
    ['actor', 'u32'],
    ['task', 'string'],
  ],
  labelled: [
    ['timeNs', 'f64'],
    ['actor', 'u32'],
    ['phase', 'string'],
    ['round', 'u32'],
  ],
  expired: [
    ['timeNs', 'f64'],
    ['actor', 'u32'],
    ['got', 'u32'],
    ['wanted', 'u32'],
  ],
  finished: [
    ['timeNs', 'f64'],
    ['actor', 'u32'],
    ['result', 'bytes'],
  ],
  stalled: [
    ['timeNs', 'f64'],
    ['actor', 'u32'],
    ['awaiting', 'string'],
  ],
  faulted: [
    ['timeNs', 'f64'],
    ['fault', 'string'],
    ['actor', 'u32'],
    ['what', 'string'],
    ['message', 'u32'],
  ],
};

/**
 * A SHA-256 digest is a string like any other: it is written once, however many packets have that payload.
 */
const WITH_SHA256 = Object.fromEntries(
  Object.entries(LAYOUTS).map(([kind, fields]) => [
    kind,
    fields.map(([field, type]) => [field, field === 'digest' ? 'string' : type]),
  ]),
) as unknown as Layouts;

/** The layouts of a trace, depending on the digest that stands for payloads. */
export function layoutsOf(digest: PayloadDigest = 'crc32'): Layouts {
  return digest === 'crc32' ? LAYOUTS : WITH_SHA256;
}

export const KINDS = Object.keys(LAYOUTS) as readonly (keyof BusEvents)[];

/** The tag of a record that names a string: its length in bytes (u32) and the bytes. */
export const NAME_TAG = 255;

/** The size of a field in bytes, without the content of a `bytes` field. */
export const FIELD_BYTES: Readonly<Record<FieldType, number>> = { u32: 4, f64: 8, string: 4, bytes: 4 };

/**
 * Fletcher's checksum of a record: it detects any changed bit, and swapped bytes. Both sums take four bytes at once,
 * two in each half of a word: byte by byte they would take a twentieth of a small message's time.
 */
export function checksum(view: DataView, from: number, to: number): number {
  let a = 1;
  let b = 0;
  let at = from;
  while (to - at >= WORD_BYTES) {
    const start = at;
    const end = Math.min(to - WORD_BYTES + 1, at + BLOCK);
    // For bytes 0 and 2, and for 1 and 3, of all words: their sums, and the sums of these before each word.
    let even = 0;
    let odd = 0;
    let evenBefore = 0;
    let oddBefore = 0;
    for (; at < end; at += WORD_BYTES) {
      const word = view.getInt32(at, true);
      evenBefore += even;
      oddBefore += odd;
      even += word & PAIR;
      odd += (word >>> 8) & PAIR;
    }
    const first = even & HALF;
    const second = odd & HALF;
    const third = even >>> 16;
    const fourth = odd >>> 16;
    const before = (evenBefore & HALF) + (evenBefore >>> 16) + (oddBefore & HALF) + (oddBefore >>> 16);
    b += (at - start) * a + 4 * (before + first) + 3 * second + 2 * third + fourth;
    a += first + second + third + fourth;
    a %= 255;
    b %= 255;
  }
  for (; at < to; at++) {
    a += view.getUint8(at);
    b += a;
  }
  return ((b % 255) << 8) | (a % 255);
}

const WORD_BYTES = 4;
const HALF = 0xffff;
const PAIR = 0xff00ff;
/** Few enough bytes that no sum overflows its half of a word. */
const BLOCK = 64;
