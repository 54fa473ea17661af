/** The settings of TCP in a scenario, and constants of TCP stacks. */

import { HEADER_BYTES } from '../queues/ip-packets.ts';

export interface TcpSpec {
  /** The bytes of data in a full segment. */
  readonly segmentBytes: number;
  /** How many segments a connection sends before the first acknowledgement, and again after it was idle (RFC 6928). */
  readonly initialWindow: number;
  /** The most bytes in transit without acknowledgement. */
  readonly windowBytes: number;
  /** Whether a segment that is not full waits while an earlier such segment is not acknowledged (RFC 896, as Linux applies it). */
  readonly nagle: boolean;
  /** Whether acknowledgements wait for a second segment or an answer, instead of being sent for each segment (RFC 1122). */
  readonly delayedAcks: boolean;
  /** When connections open: with the `first` message between two parties, or `before` the run. */
  readonly connect: 'first' | 'before';
}

/** How a sender finds its rate. */
export type ControlName = 'cubic' | 'reno' | 'bbr';

/** The size of the two segments that open a connection, which have more options. */
export const SYN_BYTES = 60;

/** The bytes for opening and closing a connection: two SYN and an acknowledgement, two FIN and their acknowledgements. */
export const CONNECTION_BYTES = 2 * SYN_BYTES + 5 * HEADER_BYTES;

/** The bytes of IP for a full segment. */
export function fullBytes({ segmentBytes }: Pick<TcpSpec, 'segmentBytes'>): number {
  return segmentBytes + HEADER_BYTES;
}
