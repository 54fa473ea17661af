/** The units in which a ledger counts. */

/**
 * `delivery`: the messages with which the server announces the result, and everything in rounds that begin
 * later.
 */
export type Share = 'round' | 'delivery';

/** The name of a part and round. */
export function spanOf(part: Share, round: number): string {
  return `${part} ${round}`;
}

/** Messages of one type between two parties, in the round and phase of the sender when it sent them. */
export interface Traffic {
  readonly part: Share;
  readonly round: number;
  readonly phase: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  messages: number;
  payloadBytes: number;
  /** Payload and framing. */
  wireBytes: number;
  /** The papers' unit of communication. */
  elements: number;
}

/** Runs of one task by one party in one round and phase. */
export interface Work {
  readonly part: Share;
  readonly round: number;
  readonly phase: string;
  readonly task: string;
  readonly by: string;
  runs: number;
  operations: number;
  /** Total virtual processor time. */
  durationNs: number;
  /** Total time measured on this machine: differs from run to run. */
  measuredNs: number;
}

/** The outcome of all messages: sent = delivered + lost + in transit, minus those the network duplicated. */
export interface Balance {
  readonly sent: { messages: number; wireBytes: number };
  readonly delivered: { messages: number; wireBytes: number };
  readonly lost: { messages: number; wireBytes: number };
  refused: number;
  /** Copies retransmitted by a reliable transport, in addition to the bytes above. */
  retransmittedBytes: number;
}

/** What one actor computed in a round. */
export interface Load {
  readonly operations: number;
  /** Virtual processor time. */
  readonly durationNs: number;
}

/** The counts for messages. */
export type Sums = Pick<Traffic, 'messages' | 'payloadBytes' | 'wireBytes' | 'elements'>;

/** The cells of a name, such as those of a message type by parties. */
export function cellsOf<K, C>(cells: Map<string, Map<K, C>>, name: string): Map<K, C> {
  let named = cells.get(name);
  if (named === undefined) cells.set(name, (named = new Map()));
  return named;
}

/** Counts one message of this many bytes with framing. */
export function count(total: { messages: number; wireBytes: number }, wireBytes: number): void {
  total.messages++;
  total.wireBytes += wireBytes;
}

/** Adds one message to sums: bytes of its payload, bytes with framing, and elements. */
export function addMessage(sums: Sums, payloadBytes: number, wireBytes: number, elements: number): void {
  sums.messages++;
  sums.payloadBytes += payloadBytes;
  sums.wireBytes += wireBytes;
  sums.elements += elements;
}

/** Adds messages to a cell, or subtracts them. */
export function addTo(
  sums: Sums,
  { messages, payloadBytes, wireBytes, elements }: Sums,
  times: 1 | -1 = 1,
): void {
  sums.messages += times * messages;
  sums.payloadBytes += times * payloadBytes;
  sums.wireBytes += times * wireBytes;
  sums.elements += times * elements;
}
