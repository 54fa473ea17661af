/**
 * The data of a run for its page's scripts: in columns, as there may be a hundred thousand messages. Times
 * are virtual nanoseconds.
 */

export interface Payload {
  readonly actors: readonly string[];
  readonly types: readonly string[];
  readonly phases: readonly string[];
  readonly tasks: readonly string[];
  /** Reasons, names of faults, events of actors. */
  readonly words: readonly string[];
  readonly endNs: number;
  /** Start, end, and the number of the round; -1 for the delivery of the result, -2 for what is late. */
  readonly stretches: readonly (readonly [startNs: number, endNs: number, round: number])[];
  readonly messages: MessageColumns;
  /** The number of all messages, if these are a sample. */
  readonly sampledOf?: number;
  readonly computations: {
    readonly actor: readonly number[];
    readonly task: readonly number[];
    readonly startNs: readonly number[];
    /** -1 if it never ended. */
    readonly endNs: readonly number[];
    readonly operations: readonly number[];
    readonly round: readonly number[];
    readonly critical: readonly number[];
  };
  readonly marks: {
    readonly actor: readonly number[];
    readonly timeNs: readonly number[];
    readonly kind: readonly number[];
    readonly words: readonly number[];
  };
  /** When faults were active: words, start, end, and the actor or -1. */
  readonly spans: readonly (readonly [words: number, startNs: number, endNs: number, actor: number])[];
}

/** In the order in which they were sent. */
export interface MessageColumns {
  readonly id: readonly number[];
  /** Each relative to the previous one. */
  readonly sentNs: readonly number[];
  /** The time after it was sent; -1 while it is in transit. */
  readonly tookNs: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly type: readonly number[];
  readonly bytes: readonly number[];
  readonly round: readonly number[];
  readonly phase: readonly number[];
  /** An index into {@link FATES}. */
  readonly fate: readonly number[];
  /** An index into the words; -1: none. */
  readonly reason: readonly number[];
  readonly critical: readonly number[];
  /** For messages affected by faults: the message's index, and the words. */
  readonly touched: readonly (readonly [place: number, words: number])[];
  /** For each message, in the order of {@link DELAYS}, in microseconds; empty if unknown. */
  readonly delays: readonly (readonly number[])[];
}

export const FATES = ['delivered', 'late', 'refused', 'lost', 'under way'] as const;
export const MARKS = ['fault', 'timeout', 'finished', 'stalled'] as const;
/** The parts of a message's time, in order. */
export const DELAYS = [
  'queued at the uplink',
  'on the uplink',
  'waiting for the connection',
  'latency',
  'sent again',
  'held up by faults',
  'queued at the downlink',
  'on the downlink',
] as const;
