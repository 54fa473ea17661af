/** What a message takes of its links: what IP counts of its segments and of their acknowledgements. */

import { Acknowledgements } from './acknowledgements.ts';
import { HEADER_BYTES, type TcpSpec } from './spec.ts';

export interface Size {
  /** None where it fits into one that leaves at the same moment. */
  readonly segments: number;
  /** With headers, but for the header of an acknowledgement that rides on them. */
  readonly bytes: number;
  /** Of acknowledgements, towards the sender. */
  readonly ackBytes: number;
  /** What of the stream is in its last segment: 0 if that is full. */
  readonly filled: number;
}

export const NO_SIZE: Size = { segments: 0, bytes: 0, ackBytes: 0, filled: 0 };

/** How its connection is when it is sent. */
interface Moment {
  readonly spec: TcpSpec;
  /** What is in a segment that leaves at the same moment: 0 if there is none, or it is full. */
  readonly filled: number;
  /** Whether an acknowledgement rides on its first segment. */
  readonly rides: boolean;
  /** How its receiver acknowledges, and whether nothing has come to it for a timeout. */
  readonly acknowledgements: Acknowledgements;
  readonly isIdle: boolean;
  readonly nowNs: number;
}

/** @param bytes of the stream, the length before the message included */
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

/** Of the first message of a connection. */
export function firstSize(bytes: number, spec: TcpSpec): Size {
  const acknowledgements = new Acknowledgements(spec.delayedAcks);
  return sizeOf(bytes, { spec, filled: 0, rides: false, acknowledgements, isIdle: false, nowNs: 0 });
}

/** Of acknowledgements, what some segments have, from the first of them to the one behind the last. */
export function ackBytesOf({ segments, ackBytes }: Size, from: number, to: number): number {
  return Math.ceil((ackBytes * to) / segments) - Math.ceil((ackBytes * from) / segments);
}
