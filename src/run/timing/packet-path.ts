/** The path of one copy of a message through the network, in virtual nanoseconds. */

/** A hop: over one link, of which there are two if a relay forwards the message. */
export interface OpenHop {
  /** Actors, by number. */
  from: number;
  to: number;
  /** When it joined the queue of the sender's uplink. */
  enteredNs: number;
  /** For how long before its departure it was being sent; until then it was queued behind others. */
  uplinkNs: number;
  /** When its last bit left the uplink. */
  departedNs: number;
  /** What delayed it between uplink and downlink, in order: latency, retransmissions, a connection, faults, rules. */
  delays: { readonly by: string; readonly ns: number }[];
  /** When it joined the queue of the receiver's downlink. */
  arrivedNs: number;
  downlinkNs: number;
  /** When its last bit left the downlink. */
  leftNs: number;
  /** For a copy made by the network: the hop from which it was copied, after the uplink. */
  twinOf?: OpenHop;
}

export type Hop = Readonly<OpenHop>;

/** `T`: a note about its sending. */
export interface PacketPath<T> {
  readonly type: string;
  readonly wireBytes: number;
  readonly sent: T;
  readonly hops: readonly Hop[];
}
