/**
 * What must hold at every moment of a run, checked while it runs: protocols and sub-protocols declare their
 * own. An invariant sees only the messages that it asks for. Once a fault has made a party send something
 * false, nothing is claimed any more; once it has made a message unreadable, nothing about the outcome is.
 */

import type { Digest } from '../engine/messages/digest.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';
import type { Outcome } from './outcome.ts';

/** A message when it is sent, or when it is delivered. */
export interface SeenMessage {
  readonly type: AnyMessageType;
  readonly body: object;
  readonly from: string;
  readonly to: string;
  /** Of its bytes, as in the trace: messages with the same bytes have the same digest. */
  readonly digest: Digest;
}

/** Watches one run. Each method says what is violated, in one line, or returns undefined. */
export interface Guard {
  sent?(message: SeenMessage): string | undefined;
  delivered?(message: SeenMessage): string | undefined;
  /**
   * At the end of the run: whether what the reporting party reports agrees with what was seen. `outcome` is
   * undefined if it did not finish.
   */
  ended?(outcome: Outcome | undefined): string | undefined;
}

export interface Invariant<A = unknown> {
  readonly name: string;
  /** One line for readers. */
  readonly summary: string;
  /** The types of messages that it looks at. */
  readonly reads: readonly AnyMessageType[];
  guard(agreed: A): Guard;
}

/** Declares an invariant. */
export function invariant<A>(declared: Invariant<A>): Invariant<A> {
  return Object.freeze(declared);
}
