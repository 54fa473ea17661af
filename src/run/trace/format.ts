/**
 * The trace file: magic bytes, then frames: a type (one byte), a length and a CRC-32 (u32, little-endian),
 * and this many bytes.
 *
 * - `header`: the scenario and the actors (MessagePack). Once, first.
 * - `measured`: measured nanoseconds (doubles) of the computations in the next `records` frame. Outside the
 *   hash.
 * - `records`: events, see {@link layoutsOf}. A record never spans two frames, and has a checksum of its own,
 *   so that a truncated or damaged frame can be read up to that point.
 * - `end`: the hash, the result of the run, and a checksum over both (MessagePack). Without it the trace is
 *   truncated.
 *
 * The hash is SHA-256 over the header and all records, however they are divided into frames. The result of
 * the run is not part of it, since it follows from the records and the scenario: its own checksum detects
 * damage, and running again detects forgery.
 */

import { platform } from '#platform';
import type { Bound } from '../../core/engine/clock/bounds.ts';
import type { RoleSize } from '../../core/engine/messages/directory.ts';
import type { PayloadDigest } from '../../core/engine/messages/payload-digest.ts';
import type { Ending } from '../../core/engine/simulation/options.ts';

export const VERSION = 3;
export const MAGIC = `cahoots trace ${VERSION}\n`;

export const FRAME = { header: 1, measured: 2, records: 3, end: 4 } as const;

/** Bytes before the content of a frame. */
export const FRAME_HEAD_BYTES = 9;

export interface TraceHeader {
  readonly roles: readonly RoleSize[];
  /** The scenario as written, with overrides applied; nothing else is needed to run it again. */
  readonly scenario: unknown;
  /** The digest stored instead of payloads; absent: CRC-32, which detects accidents but proves nothing. */
  readonly digest?: Exclude<PayloadDigest, 'crc32'>;
  /** For a run over real sockets, whose times are those of the wall clock; absent: simulated. */
  readonly clock?: 'wall';
}

/** The result of a run. */
export interface TraceEnd {
  readonly ending: Ending;
  /** Which limit ended it, if one did. Not in the hash. */
  readonly bound?: Bound;
  readonly endNs: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** What was determined about the run: accuracy and so on. Not in the hash. */
  readonly findings: unknown;
  /** What produced it, besides its scenario: versions, and digests of code and data. Not in the hash. */
  readonly made?: Readonly<Record<string, string>>;
}

/** The end as stored in its frame. */
export interface PackedEnd {
  readonly hash: string;
  /** Ending, end and findings (MessagePack). */
  readonly came: Uint8Array;
  /** Their {@link checkOf}. */
  readonly check: string;
}

/** SHA-256 over the hash of a trace and the claimed result of its run. */
export function checkOf(hash: string, came: Uint8Array): string {
  return platform.crypto.createSha256().update(hash).update(came).digest('hex');
}
