/** The events of a run: messages and their outcomes, computations, and other events of actors. */

/** The outcome of one copy of a message. `late`: it was delivered, but its receiver had moved on. */
export type Fate = 'delivered' | 'late' | 'refused' | 'lost' | 'under way';

/** The parts of a copy's time, in virtual nanoseconds; together, from sending to delivery. */
export interface Delays {
  /** Queued behind other packets at uplinks. */
  queuedUpNs: number;
  uplinkNs: number;
  /** Until the connection was open, had sent earlier data, and its window had space. */
  connectionNs: number;
  latencyNs: number;
  /** Waiting for copies that a transport retransmits. */
  againNs: number;
  /** Delayed by faults and rules. */
  faultNs: number;
  queuedDownNs: number;
  downlinkNs: number;
}

/** One copy of a message; the network may make several. */
export interface Message {
  readonly id: number;
  readonly type: string;
  /** Actors, by number. */
  readonly from: number;
  readonly to: number;
  readonly sentNs: number;
  /** When it was delivered, lost or refused; absent while it is in transit. */
  readonly endNs?: number;
  readonly fate: Fate;
  /** Why it was lost, refused or late. */
  readonly reason?: string;
  /** Payload and framing. */
  readonly wireBytes: number;
  readonly elements: number;
  /** The sender's round and phase. */
  readonly round: number;
  readonly phase: string;
  /** The faults that affected it. */
  readonly faults: readonly string[];
  /** Absent if it was not delivered, or the run's network is not available. */
  readonly delays?: Delays;
  /** How long each fault held it up, by name: together `faultNs`. Absent if none did. */
  readonly held?: ReadonlyMap<string, number>;
  /** Whether the result waited for it. */
  readonly critical: boolean;
}

/** One run of a task. */
export interface Computation {
  readonly actor: number;
  readonly task: string;
  readonly startNs: number;
  /** When it finished, or a fault ended it; absent if the trace ends before. */
  readonly endNs?: number;
  readonly done: boolean;
  readonly operations: number;
  readonly round: number;
  readonly phase: string;
  readonly critical: boolean;
}

/** An event of an actor at one moment. */
export interface Mark {
  readonly timeNs: number;
  readonly actor: number;
  readonly kind: 'fault' | 'timeout' | 'finished' | 'stalled' | 'label';
  readonly words: string;
}
