/**
 * The trace file: magic bytes, then frames: a type (one byte), a length and a CRC-32 (u32, little-endian), and so many bytes.
 *
 * - `header`: who played and what (MessagePack). Once, first.
 * - `measured`: measured nanoseconds (doubles) of the computations in the next `records` frame. Outside the hash.
 * - `records`: happenings, see {@link LAYOUTS}. A record never spans two frames, and has a check of
 *   its own, so that a frame that is cut off or damaged can be read up to there.
 * - `end`: how the run ended and the hash (MessagePack). Without it the trace is cut off.
 *
 * The hash is SHA-256 over the header and all records, wherever frames divide them.
 */

import type { RoleSize } from '../sim/directory.ts';
import type { Ending } from '../sim/simulation.ts';

export const VERSION = 2;
export const MAGIC = `cahoots trace ${VERSION}\n`;

export const FRAME = { header: 1, measured: 2, records: 3, end: 4 } as const;

/** Bytes before the content of a frame. */
export const FRAME_HEAD_BYTES = 9;

export interface TraceHeader {
  readonly roles: readonly RoleSize[];
  /** The scenario as it was written, overrides applied; nothing else is needed to run it again. */
  readonly scenario: unknown;
}

export interface TraceEnd {
  readonly ending: Ending;
  readonly endNs: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** What was found out about the run: accuracy and the like. Not in the hash. */
  readonly findings: unknown;
}
