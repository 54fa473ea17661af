/**
 * The layout of an event in a trace: a tag, fixed fields, and a 16-bit checksum over both, little-endian.
 * Strings are interned: a `name` record assigns a number to a string before the first record that uses it.
 *
 * Writer and reader share one table, so they cannot disagree.
 */

import type { BusEvents } from '../../core/engine/messages/bus.ts';
import type { Digest } from '../../core/engine/messages/digest.ts';
import type { PayloadDigest } from '../../core/engine/messages/payload-digest.ts';

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
