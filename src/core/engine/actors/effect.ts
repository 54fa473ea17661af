/** The effects of actors, and their results. */

import type { Task } from '../compute/task.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Attempt } from './abortion.ts';
import type { Requiring, Unchecked } from './requirements.ts';

/** A received message. */
export interface Received<B = unknown> {
  readonly from: string;
  readonly type: AnyMessageType;
  readonly body: B;
}

/** Which messages a wait is for. */
export interface Filter<B, P extends string = string> {
  /** The senders; a message from anybody else is refused as unexpected. */
  readonly from?: P | readonly P[];
  /** Virtual nanoseconds after which the wait ends with what it has received. */
  readonly timeoutNs?: number;
  /**
   * Returns true to accept a message, or the reason for refusing it, which the trace records. A wait returns other objects than those
   * passed here, with the same vectors.
   */
  readonly accept?: (message: Received<B>) => true | string;
  /** Of several messages in the mailbox, takes the newest from each sender, and refuses the others as superseded. */
  readonly newest?: boolean;
}

/** The message to one of several parties, by its index among them. */
export type BodyFor = (place: number) => object;

export type Effect =
  | {
      readonly kind: 'send';
      readonly to: string | readonly string[];
      readonly type: AnyMessageType;
      readonly body: object;
    }
  | {
      readonly kind: 'send-each';
      readonly to: readonly string[];
      readonly type: AnyMessageType;
      readonly body: BodyFor;
    }
  | {
      readonly kind: 'wait';
      readonly types: readonly AnyMessageType[];
      readonly count: number;
      readonly filter: Filter<unknown>;
    }
  | { readonly kind: 'sleep'; readonly ns: number }
  | { readonly kind: 'clock' }
  | { readonly kind: 'compute'; readonly task: Task<unknown, unknown>; readonly input: unknown }
  | { readonly kind: 'label'; readonly phase?: string; readonly round?: number }
  | { readonly kind: 'save'; readonly value: unknown }
  | { readonly kind: 'enter' }
  | { readonly kind: 'leave'; readonly outcome: Attempt<unknown> }
  | { readonly kind: 'finish'; readonly result: unknown };

/**
 * An actor: a generator that yields effects and receives their results. `N` is what it needs of its protocol; the compiler
 * finds it for functions whose return type is not written down.
 */
export type Behaviour<R = void, N = Unchecked> = Generator<Yields<N>, R, unknown>;

/** What a behaviour with these needs yields. */
export type Yields<N = Unchecked> = Effect | Requiring<N>;
