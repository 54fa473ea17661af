/** Where the time of a message went on its connection, in nanoseconds. */

export interface Passage {
  /** Waiting behind other messages of its connection. */
  behindNs: number;
  /** Waiting until the connection was open. */
  openingNs: number;
  /** Waiting for acknowledgements, or for its turn to be sent, while nothing of the connection was queued. */
  windowNs: number;
  /** Waiting for retransmissions. */
  lossNs: number;
  /** On its sender's side, and how long it would have taken there alone. */
  uplinkNs: number;
  uplinkOwnNs: number;
  latencyNs: number;
  /** On its receiver's side, and how long it would have taken there alone. */
  downlinkNs: number;
  downlinkOwnNs: number;
}

/** The times of a message that has waited for nothing. */
export function noTime(): Passage {
  return {
    behindNs: 0,
    openingNs: 0,
    windowNs: 0,
    lossNs: 0,
    uplinkNs: 0,
    uplinkOwnNs: 0,
    latencyNs: 0,
    downlinkNs: 0,
    downlinkOwnNs: 0,
  };
}
