/**
 * What must hold at every moment of a run, and is looked at while it goes on: a protocol, or a sub-protocol, declares its own.
 * An invariant sees the messages that it asks for and nothing else of anybody. Where a fault has made a party say what is
 * wrong, nothing is claimed any more; where it has made unreadable what a party said, nothing of what is told at the end.
 */

import type { Digest } from '../engine/sim/digest.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';
import type { Outcome } from './outcome.ts';

/** A message when it is sent, or when it has come. */
export interface SeenMessage {
  readonly type: AnyMessageType;
  readonly body: object;
  readonly from: string;
  readonly to: string;
  /** Of its bytes as the trace has it: messages whose bytes are the same have the same. */
  readonly digest: Digest;
}

/** What one run is watched with. All say what is broken, in one line; nothing where all is well. */
export interface Guard {
  sent?(message: SeenMessage): string | undefined;
  delivered?(message: SeenMessage): string | undefined;
  /** When the run is over: whether what the reporting party tells is what was seen. Undefined where it did not finish. */
  ended?(outcome: Outcome | undefined): string | undefined;
}

export interface Invariant<A = unknown> {
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /** The types of message that it looks at. */
  readonly reads: readonly AnyMessageType[];
  guard(agreed: A): Guard;
}

/** Declares an invariant. */
export function invariant<A>(declared: Invariant<A>): Invariant<A> {
  return Object.freeze(declared);
}
