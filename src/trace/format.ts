/**
 * The trace file: magic bytes, then frames: a type (one byte), a length and a CRC-32 (u32, little-endian), and so many bytes.
 *
 * - `header`: who played and what (MessagePack). Once, first.
 * - `measured`: measured nanoseconds (doubles) of the computations in the next `records` frame. Outside the hash.
 * - `records`: happenings, see {@link layoutsOf}. A record never spans two frames, and has a check of
 *   its own, so that a frame that is cut off or damaged can be read up to there.
 * - `end`: the hash, what came of the run, and a check over both (MessagePack). Without it the trace is cut off.
 *
 * The hash is SHA-256 over the header and all records, wherever frames divide them. What came of the run is not in it, as
 * it follows from the records and the scenario: its own check tells damage, and running again tells forgery.
 */

import { createHash } from 'node:crypto';
import type { RoleSize } from '../engine/sim/directory.ts';
import type { PayloadDigest } from '../engine/sim/payload-digest.ts';
import type { Ending } from '../engine/sim/options.ts';

export const VERSION = 3;
export const MAGIC = `cahoots trace ${VERSION}\n`;

export const FRAME = { header: 1, measured: 2, records: 3, end: 4 } as const;

/** Bytes before the content of a frame. */
export const FRAME_HEAD_BYTES = 9;

export interface TraceHeader {
  readonly roles: readonly RoleSize[];
  /** The scenario as it was written, overrides applied; nothing else is needed to run it again. */
  readonly scenario: unknown;
  /** What stands for payloads; absent: CRC-32, which is a check against accidents and no evidence. */
  readonly digest?: Exclude<PayloadDigest, 'crc32'>;
  /** Of a run over real sockets, whose times no clock but the wall's knows; absent: simulated. */
  readonly clock?: 'wall';
}

/** What came of a run. */
export interface TraceEnd {
  readonly ending: Ending;
  readonly endNs: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** What was found out about the run: accuracy and the like. Not in the hash. */
  readonly findings: unknown;
  /** What made it, beside its scenario: versions, and digests of code and data. Not in the hash. */
  readonly made?: Readonly<Record<string, string>>;
}

/** How the end lies in its frame. */
export interface PackedEnd {
  readonly hash: string;
  /** Ending, end and findings (MessagePack). */
  readonly came: Uint8Array;
  /** {@link checkOf} these. */
  readonly check: string;
}

/** SHA-256 over the hash of a trace and what is said to have come of its run. */
export function checkOf(hash: string, came: Uint8Array): string {
  return createHash('sha256').update(hash).update(came).digest('hex');
}
