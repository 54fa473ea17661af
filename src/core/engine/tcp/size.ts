/** What a message adds to its links: the bytes of IP for its segments and their acknowledgements. */

import { Acknowledgements } from './acknowledgements.ts';
import { HEADER_BYTES, type TcpSpec } from './spec.ts';

export interface Size {
  /** The number of segments; 0 if it fits into one that leaves at the same time. */
  readonly segments: number;
  /** With headers, less the header of an acknowledgement that they carry. */
  readonly bytes: number;
  /** The bytes of acknowledgements, towards the sender. */
  readonly ackBytes: number;
  /** The bytes of the stream in its last segment; 0 if it is full. */
  readonly filled: number;
}

export const NO_SIZE: Size = { segments: 0, bytes: 0, ackBytes: 0, filled: 0 };

/** The state of its connection when it is sent. */
interface Moment {
  readonly spec: TcpSpec;
  /** The bytes in a segment that leaves at the same time; 0 if there is none, or it is full. */
  readonly filled: number;
  /** Whether its first segment carries an acknowledgement. */
  readonly rides: boolean;
  /** How its receiver acknowledges, and whether that was idle for a timeout. */
  readonly acknowledgements: Acknowledgements;
  readonly isIdle: boolean;
  readonly nowNs: number;
}

/** @param bytes those of the stream, including the length before the message */
export function sizeOf(
  bytes: number,
  { spec, filled, rides, acknowledgements, isIdle, nowNs }: Moment,
): Size {
  const segments = Math.max(1, Math.ceil((filled + bytes) / spec.segmentBytes)) - (filled > 0 ? 1 : 0);
  return {
    segments,
    bytes: bytes + HEADER_BYTES * (rides && segments > 0 ? segments - 1 : segments),
    ackBytes: HEADER_BYTES * acknowledgements.of(segments, isIdle, nowNs),
    filled: (filled + bytes) % spec.segmentBytes,
  };
}

/** The size of the first message of a connection. */
export function firstSize(bytes: number, spec: TcpSpec): Size {
  const acknowledgements = new Acknowledgements(spec.delayedAcks);
  return sizeOf(bytes, { spec, filled: 0, rides: false, acknowledgements, isIdle: false, nowNs: 0 });
}

/** The bytes of acknowledgements for a range of segments, its end excluded. */
export function ackBytesOf({ segments, ackBytes }: Size, from: number, to: number): number {
  return Math.ceil((ackBytes * to) / segments) - Math.ceil((ackBytes * from) / segments);
}
