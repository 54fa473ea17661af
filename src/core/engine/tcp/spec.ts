/** The settings of TCP in a scenario, and constants of TCP stacks. */

export interface TcpSpec {
  /** The bytes of data in a full segment. */
  readonly segmentBytes: number;
  /** How many segments a connection sends before the first acknowledgement, and again after it was idle (RFC 6928). */
  readonly initialWindow: number;
  /** The most bytes in transit without acknowledgement. */
  readonly windowBytes: number;
  /** Whether the rest of a message that does not fill a segment waits until everything before it is acknowledged (RFC 896). */
  readonly nagle: boolean;
  /** Whether acknowledgements wait for a second segment or an answer, instead of being sent for each segment (RFC 1122). */
  readonly delayedAcks: boolean;
  /** When connections open: with the `first` message between two parties, or `before` the run. */
  readonly connect: 'first' | 'before';
}

/** The headers of IPv4 and TCP, with the timestamps of every segment (RFC 7323). */
export const HEADER_BYTES = 52;

/** The size of the two segments that open a connection, which have more options. */
const SYN_BYTES = 60;

/** The bytes for opening and closing a connection: two SYN and an acknowledgement, two FIN and their acknowledgements. */
export const OPENER_BYTES = SYN_BYTES + 3 * HEADER_BYTES;
export const ANSWERER_BYTES = SYN_BYTES + 2 * HEADER_BYTES;

/** How long an acknowledgement may be held back for another segment. */
export const DELAYED_ACK_NS = 40e6;

/** The bytes of IP for a full segment. */
export function fullBytes({ segmentBytes }: Pick<TcpSpec, 'segmentBytes'>): number {
  return segmentBytes + HEADER_BYTES;
}
