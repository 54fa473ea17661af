/** The path of one copy of a message through the network, in virtual nanoseconds. */

/** A hop: over one link, of which there are two if a relay forwards the message. */
export interface Hop {
  /** Its number; numbers are used again unless moments are kept. */
  readonly number: number;
  /** Actors, by number. */
  readonly from: number;
  readonly to: number;
  /** What the message costs on a link; with TCP, acknowledgements and the opening of its connection included. */
  readonly wireBytes: number;
  /** When it joined the queue of the sender's uplink. */
  readonly enteredNs: number;
  /** For how long before its departure it was being sent; until then it was queued behind others. */
  readonly uplinkNs: number;
  /** When its last bit left the uplink. */
  readonly departedNs: number;
  /** What delayed it between uplink and downlink, in order: a connection, retransmissions, latency, faults, rules. */
  readonly delays: readonly { readonly by: string; readonly ns: number }[];
  /** When it joined the queue of the receiver's downlink. */
  readonly arrivedNs: number;
  readonly downlinkNs: number;
  /** When its last bit left the downlink. */
  readonly leftNs: number;
  /** For a copy made by the network: the number of the hop from which it was copied, after the uplink. */
  readonly twinOf?: number;
}

/** `T`: a note about its sending. */
export interface PacketPath<T> {
  readonly type: string;
  readonly sent: T;
  readonly hops: readonly Hop[];
}
