/** What an actor's effects are, and what it is given for them. */

import type { Task } from '../compute/task.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Attempt } from './abortion.ts';

/** A message that was taken. */
export interface Received<B = unknown> {
  readonly from: string;
  readonly type: AnyMessageType;
  readonly body: B;
}

/** Which messages a wait is for. */
export interface Filter<B> {
  /** Only these senders; from anybody else it is refused as unexpected. */
  readonly from?: string | readonly string[];
  /** Virtual nanoseconds after which the wait ends with what it has. */
  readonly timeoutNs?: number;
  /**
   * True to take a message, or the reason to refuse it: a fact for the trace. Of many that are taken the wait gives objects of their
   * own, with the same vectors.
   */
  readonly accept?: (mail: Received<B>) => true | string;
  /** Of several that lie in the mailbox, take the newest, of each sender one, and refuse the others as superseded. */
  readonly newest?: boolean;
}

/** The message to one of several parties, by its place among them. */
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

/** What an actor is: effects out, their results in. */
export type Behaviour<R = void> = Generator<Effect, R, unknown>;
