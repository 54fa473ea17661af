/** What a ledger counts, and in what. */

/** `delivery`: what the server says when it has the result, and what is said and computed in rounds that begin later still. */
export type Share = 'round' | 'delivery';

/** Messages of one type between two parties in one round and phase: the sender's, when it sent. */
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
  /** Virtual time of the processors, added up. */
  durationNs: number;
  /** Time that this machine took, added up: differs from run to run. */
  measuredNs: number;
}

/** What became of all messages: sent = delivered + lost + still on their way, less what the network duplicated. */
export interface Balance {
  readonly sent: { messages: number; wireBytes: number };
  readonly delivered: { messages: number; wireBytes: number };
  readonly lost: { messages: number; wireBytes: number };
  refused: number;
  /** Copies sent again by a reliable transport, beyond the bytes above. */
  retransmittedBytes: number;
}

/** What one actor computed in a round. */
export interface Load {
  readonly operations: number;
  /** Virtual time of its processor. */
  readonly durationNs: number;
}

/** What is counted of messages. */
export type Sums = Pick<Traffic, 'messages' | 'payloadBytes' | 'wireBytes' | 'elements'>;

/** The cells of a type of message or a task, by parties. */
export function cellsOf<C>(cells: Map<string, Map<number, C>>, name: string): Map<number, C> {
  let named = cells.get(name);
  if (named === undefined) cells.set(name, (named = new Map()));
  return named;
}

export function count(total: { messages: number; wireBytes: number }, wireBytes: number): void {
  total.messages++;
  total.wireBytes += wireBytes;
}

export function addMessage(sums: Sums, payloadBytes: number, wireBytes: number, elements: number): void {
  sums.messages++;
  sums.payloadBytes += payloadBytes;
  sums.wireBytes += wireBytes;
  sums.elements += elements;
}

/** Adds messages to a cell, or takes them out of it. */
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
