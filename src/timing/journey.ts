/** The way of one copy of a message through the network, in virtual nanoseconds. */

/** A step on the way: over one link, of which there are two where a relay forwards. */
export interface OpenHop {
  /** Actors, by number. */
  from: number;
  to: number;
  /** When it stood in the queue of the sender's uplink. */
  enteredNs: number;
  /** What of the time until it departed it was being sent; before that it stood behind others. */
  uplinkNs: number;
  /** When its last bit had left the uplink. */
  departedNs: number;
  /** Until when nothing but latency held it up, by what did: the latency itself, copies sent again, a connection, faults, rules. */
  delays: { readonly by: string; readonly ns: number }[];
  /** When it stood in the queue of the receiver's downlink. */
  arrivedNs: number;
  downlinkNs: number;
  /** When its last bit had left the downlink. */
  leftNs: number;
  /** Where the network made a copy: what it was copied from, behind the uplink. */
  twinOf?: OpenHop;
}

export type Hop = Readonly<OpenHop>;

/** `T`: what was said of its sending. */
export interface Journey<T> {
  readonly type: string;
  readonly wireBytes: number;
  readonly sent: T;
  readonly hops: readonly Hop[];
}
