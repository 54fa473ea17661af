/** What a scenario says of TCP, and what everybody's stack has in common. */

export interface TcpSpec {
  /** What of a message a full segment carries. */
  readonly segmentBytes: number;
  /** Segments that a connection sends before the first acknowledgement, and again after it was idle (RFC 6928). */
  readonly initialWindow: number;
  /** The most that may be under way and not acknowledged. */
  readonly windowBytes: number;
  /** Whether the rest of a message that fills no segment waits until all before it is acknowledged (RFC 896). */
  readonly nagle: boolean;
  /** Whether acknowledgements wait for a second segment or an answer, and not each segment has its own (RFC 1122). */
  readonly delayedAcks: boolean;
  /** When connections open: with the `first` message between two parties, or `before` the run. */
  readonly connect: 'first' | 'before';
}

/** Of IPv4 and TCP, with the timestamps that every segment has (RFC 7323). */
export const HEADER_BYTES = 52;

/** Of the two segments that open a connection: their options take more. */
const SYN_BYTES = 60;

/** What opening and closing a connection takes: two SYN and an acknowledgement, two FIN and their acknowledgements. */
export const OPENER_BYTES = SYN_BYTES + 3 * HEADER_BYTES;
export const ANSWERER_BYTES = SYN_BYTES + 2 * HEADER_BYTES;

/** How long an acknowledgement may be held back for another segment. */
export const DELAYED_ACK_NS = 40e6;

/** A full segment as IP counts it. */
export function fullBytes({ segmentBytes }: Pick<TcpSpec, 'segmentBytes'>): number {
  return segmentBytes + HEADER_BYTES;
}
