/**
 * What an actor can ask for. An actor is a generator that yields effects and is handed their results; the functions
 * here yield one effect each, so a behaviour reads `yield* send(...)`, like the paper's algorithm.
 */

import type { Task } from '../compute/task.ts';
import type { AnyMessageType, MessageType } from './message.ts';

/** A message that was taken. */
export interface Mail<B = unknown> {
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
  /** True to take a message, or the reason to refuse it: a fact for the trace. */
  readonly accept?: (mail: Mail<B>) => true | string;
  /** Of several that lie in the mailbox, take the newest, of each sender one, and refuse the others as superseded. */
  readonly newest?: boolean;
}

export type Effect =
  | {
      readonly kind: 'send';
      readonly to: string | readonly string[];
      readonly type: AnyMessageType;
      readonly body: object;
    }
  | {
      readonly kind: 'wait';
      readonly types: readonly AnyMessageType[];
      readonly count: number;
      readonly filter: Filter<unknown>;
    }
  | { readonly kind: 'sleep'; readonly ns: number }
  | { readonly kind: 'compute'; readonly task: Task<unknown, unknown>; readonly input: unknown }
  | { readonly kind: 'label'; readonly phase?: string; readonly round?: number }
  | { readonly kind: 'save'; readonly value: unknown }
  | { readonly kind: 'finish'; readonly result: unknown };

/** What an actor is: effects out, their results in. */
export type Behaviour<R = void> = Generator<Effect, R, unknown>;

/** Sends one message, or the same to several: encoded once, in the order given. Never waits. */
export function* send<B extends object>(
  to: string | readonly string[],
  type: MessageType<B>,
  body: NoInfer<B>,
): Behaviour {
  yield { kind: 'send', to, type, body };
}

type BodyOf<T> = T extends MessageType<infer B> ? B : never;

/** Waits for one message of these types; undefined when the time is over first. */
export function receive<T extends AnyMessageType>(
  types: T | readonly T[],
  filter?: Filter<BodyOf<T>> & { readonly timeoutNs?: never },
): Behaviour<Mail<BodyOf<T>>>;
export function receive<T extends AnyMessageType>(
  types: T | readonly T[],
  filter: Filter<BodyOf<T>> & { readonly timeoutNs: number },
): Behaviour<Mail<BodyOf<T>> | undefined>;
export function* receive(
  types: AnyMessageType | readonly AnyMessageType[],
  filter: object = {},
): Behaviour<unknown> {
  const letters = yield { kind: 'wait', types: listOf(types), count: 1, filter };
  return (letters as Mail[])[0];
}

/** The body of a message, if it is of this type: where one of several was waited for. */
export function bodyIf<B>(mail: Mail, type: MessageType<B>): B | undefined {
  return mail.type === type ? (mail.body as B) : undefined;
}

/**
 * Waits for `count` messages of a type, each from another sender, in order of arrival; fewer when the time is over
 * first. A second one from the same sender is refused as repeated.
 */
export function* collect<B>(
  type: MessageType<B>,
  { count, ...filter }: Filter<B> & { readonly count: number },
): Behaviour<Mail<B>[]> {
  return (yield { kind: 'wait', types: [type], count, filter: filter as Filter<unknown> }) as Mail<B>[];
}

/** Does nothing for some virtual nanoseconds; its mail waits. */
export function* sleep(ns: number): Behaviour {
  yield { kind: 'sleep', ns };
}

/**
 * Runs a task on this actor's processor; its mail waits. How long it takes in virtual time follows from the task's
 * counted operations and the device's rate. The task may run in another thread: `input` must be left alone, and
 * whatever is large in it belongs in shared memory.
 */
export function* compute<I, O>(task: Task<I, O>, input: NoInfer<I>): Behaviour<O> {
  return (yield { kind: 'compute', task: task as Task<unknown, unknown>, input }) as O;
}

/** Says which phase of the protocol this actor is in from now on. */
export function* phase(name: string): Behaviour {
  yield { kind: 'label', phase: name };
}

/** Says which round this actor is in from now on. */
export function* round(number: number): Behaviour {
  yield { kind: 'label', round: number };
}

/**
 * Puts something where a crash does not reach it, in place of what was saved before: what this actor finds in
 * `self.saved` when it is started again. It must not be changed afterwards.
 */
export function* save(value: unknown): Behaviour {
  yield { kind: 'save', value };
}

/** Ends this actor with a result; nothing behind it runs. A behaviour that simply ends has none. */
export function* finish(result: unknown): Behaviour<never> {
  yield { kind: 'finish', result };
  throw new Error('a finished actor was resumed');
}

function listOf<T>(items: T | readonly T[]): readonly T[] {
  return Array.isArray(items) ? (items as readonly T[]) : [items as T];
}
