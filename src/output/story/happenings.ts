/** What happened in a run, thing by thing: messages with what became of them, computations, and what else befell actors. */

/** What became of one copy of a message. `late`: it came, but its receiver was past the point where it mattered. */
export type Fate = 'delivered' | 'late' | 'refused' | 'lost' | 'under way';

/** Where the time of a copy went, in virtual nanoseconds; together, from sending to delivery. */
export interface Delays {
  /** Standing behind other packets at uplinks. */
  queuedUpNs: number;
  uplinkNs: number;
  /** Until the connection was open, had sent what was before, and its window had room. */
  connectionNs: number;
  latencyNs: number;
  /** Waiting for copies that a transport sends again. */
  againNs: number;
  /** Held up by faults and rules. */
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
  /** When it came, or was lost or refused; absent while it is under way. */
  readonly endNs?: number;
  readonly fate: Fate;
  /** Why it was lost, refused or late. */
  readonly reason?: string;
  /** Payload and framing. */
  readonly wireBytes: number;
  readonly elements: number;
  /** Where its sender was. */
  readonly round: number;
  readonly phase: string;
  /** Faults that did something to it. */
  readonly faults: readonly string[];
  /** Absent where it did not come, or the network of the run is not at hand. */
  readonly delays?: Delays;
  /** Whether the result waited for it. */
  readonly critical: boolean;
}

/** One run of a task. */
export interface Computation {
  readonly actor: number;
  readonly task: string;
  readonly startNs: number;
  /** When it was done, or a fault ended it; absent where the trace ends before. */
  readonly endNs?: number;
  readonly done: boolean;
  readonly operations: number;
  readonly round: number;
  readonly phase: string;
  readonly critical: boolean;
}

/** Something that befell an actor at a moment. */
export interface Mark {
  readonly timeNs: number;
  readonly actor: number;
  readonly kind: 'fault' | 'timeout' | 'finished' | 'stalled' | 'label';
  readonly words: string;
}
