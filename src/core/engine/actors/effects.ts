/**
 * The effects that an actor can request. An actor is a generator that yields effects and receives their results. The functions
 * here yield one effect each, so a behaviour reads `yield* send(...)`, like the paper's algorithm.
 */

import type { Task } from '../compute/task.ts';
import { type Attempt, Abortion } from './abortion.ts';
import type { Behaviour, Effect, Filter, Received, Yields } from './effect.ts';
import type { Known, Requirements } from './requirements.ts';
import { Computing, Doing, type EffectOf, Receiving, Sending } from './once.ts';
import type { AnyMessageType, MessageType } from '../wire/message.ts';

export type { Known, Requiring, Requirements, Unchecked } from './requirements.ts';
export type { Behaviour, BodyFor, Effect, Filter, Received, Yields } from './effect.ts';

/** The filter if none is given. */
const ANY: Filter<unknown> = Object.freeze({});

const nothing = (): void => undefined;
/**
 * The received messages, in another list: generators keep what was passed to their `next` until the next time, and with it would keep
 * all the messages while their actor computes with what it made of them.
 */
const taken = (received: unknown): unknown => (received as Received[]).splice(0);

/** Sends one message, or the same to several: encoded once, in the order given. Never waits. */
export function send<B extends object, P extends string, M extends string>(
  to: P | readonly P[],
  type: MessageType<B, M>,
  body: NoInfer<B>,
): Behaviour<void, Requirements<Known<P>, Known<M>>> {
  return new Sending(to, type, body);
}

/**
 * Sends each of these parties a message of its own, all of one type, in the order given. It does the same as many calls of
 * {@link send}, but costs less if there are many parties, such as for shares of a secret. Never waits.
 * @param body makes the message to the party at this index of the list. It is called when the message is sent, and again if the
 * message must be repeated, since messages are not kept. It must return the same then, so the data that it uses must not change.
 */
export function sendEach<B extends object, P extends string, M extends string>(
  to: readonly P[],
  type: MessageType<B, M>,
  body: (place: number) => NoInfer<B>,
): Behaviour<void, Requirements<Known<P>, Known<M>>> {
  return new Doing({ kind: 'send-each', to, type, body }, nothing);
}

type BodyOf<T> = T extends MessageType<infer B> ? B : never;

/** Waits for one message of these types; undefined after a timeout. */
export function receive<T extends AnyMessageType, P extends string = never>(
  types: T | readonly T[],
  filter?: Filter<BodyOf<T>, P> & { readonly timeoutNs?: never },
): Behaviour<Received<BodyOf<T>>, Requirements<Known<P>, Known<T['name']>>>;
export function receive<T extends AnyMessageType, P extends string = never>(
  types: T | readonly T[],
  filter: Filter<BodyOf<T>, P> & { readonly timeoutNs: number },
): Behaviour<Received<BodyOf<T>> | undefined, Requirements<Known<P>, Known<T['name']>>>;
export function receive(
  types: AnyMessageType | readonly AnyMessageType[],
  filter: Filter<never> = ANY,
): Behaviour<unknown> {
  return new Receiving(waitFor(types, filter as Filter<unknown>));
}

/** The body of a message if it has this type, for waits for several types. */
export function bodyIf<B>(message: Received, type: MessageType<B>): B | undefined {
  return message.type === type ? (message.body as B) : undefined;
}

/**
 * Waits for `count` messages of a type, each from a different sender, in order of arrival; fewer after a timeout. A second one
 * from the same sender is refused as repeated.
 */
export function collect<B, M extends string, P extends string = never>(
  type: MessageType<B, M>,
  { count, ...filter }: Filter<B, P> & { readonly count: number },
): Behaviour<Received<B>[], Requirements<Known<P>, Known<M>>> {
  return new Doing(
    { kind: 'wait', types: listOf(type), count, filter: filter as Filter<unknown> },
    taken,
  ) as Behaviour<never, never>;
}

/** Does nothing for some virtual nanoseconds, during which messages wait. */
export function sleep(ns: number): Behaviour<void, never> {
  return new Doing({ kind: 'sleep', ns }, nothing);
}

/**
 * Runs a task on this actor's processor, during which messages wait. How long it takes in virtual time follows from the task's
 * counted operations and the device's rate. The task may run in another thread, so `input` must not be changed, and large data in
 * it should be in shared memory.
 */
export function compute<I, O, T extends string>(
  task: Task<I, O, T>,
  input: NoInfer<I>,
): Behaviour<O, Requirements<never, never, Known<T>>> {
  return new Computing<O>(task as Task<unknown, unknown>, input);
}

/** The virtual nanoseconds since the run began. After a crash, an actor that retransmits reads the same times as before. */
export function clock(): Behaviour<number, never> {
  return new Doing({ kind: 'clock' }, (ns) => ns as number);
}

/** Announces the phase of the protocol that this actor is in from now on. */
export function phase(name: string): Behaviour<void, never> {
  return new Doing({ kind: 'label', phase: name }, nothing);
}

/** Announces the round that this actor is in from now on. */
export function round(number: number): Behaviour<void, never> {
  return new Doing({ kind: 'label', round: number }, nothing);
}

/**
 * Saves a value that survives a crash, replacing what was saved before and all that was received so far, which may come again after
 * a crash. The actor finds it in `self.saved` when it is restarted, and must have read that before it saves. The value must not be
 * changed afterwards, and must be a plain value that can be stored on a disk: numbers, texts, vectors, lists, maps,
 * sets, and plain objects of these.
 */
export function* save<S>(value: S): Behaviour<void, Requirements<never, never, never, S>> {
  yield { kind: 'save', value };
}

/**
 * Runs a behaviour and stores its result so that it survives a crash, instead of everything received during it. Useful for actors
 * that retransmit and have many long steps. After a crash the stored result is returned without running the behaviour, so the
 * behaviour must have no other effect on the actor.
 */
export function* step<R, Y extends Yields<unknown>>(
  behaviour: Generator<Y, R, unknown>,
): Generator<Y | Effect, R, unknown> {
  const kept = (yield { kind: 'enter' }) as Attempt<R> | undefined;
  if (kept !== undefined) {
    if (kept.kind === 'aborted') throw new Abortion(kept);
    return kept.value;
  }
  let outcome: Attempt<R>;
  try {
    outcome = { kind: 'completed', value: yield* behaviour };
  } catch (error) {
    if (!(error instanceof Abortion)) throw error;
    outcome = error.outcome;
  }
  yield { kind: 'leave', outcome };
  if (outcome.kind === 'aborted') throw new Abortion(outcome);
  return outcome.value;
}

/** Ends this actor with a result; no code after it runs. A behaviour that simply returns has no result. */
export function* finish(result: unknown): Behaviour<never, never> {
  yield { kind: 'finish', result };
  throw new Error('a finished actor was resumed');
}

/** Lists of one type, and the last wait for one message of it, shared by all actors, since a million of them may wait for the same. */
const lists = new WeakMap<AnyMessageType, readonly AnyMessageType[]>();
const waits = new WeakMap<AnyMessageType, EffectOf<'wait'>>();

function listOf(types: AnyMessageType | readonly AnyMessageType[]): readonly AnyMessageType[] {
  if (isList(types)) return types;
  let list = lists.get(types);
  if (list === undefined) lists.set(types, (list = Object.freeze([types])));
  return list;
}

function waitFor(
  types: AnyMessageType | readonly AnyMessageType[],
  filter: Filter<unknown>,
): EffectOf<'wait'> {
  // What a caller's function or list refers to must not stay for longer than the caller.
  if (isList(types) || filter.accept !== undefined || typeof filter.from === 'object')
    return { kind: 'wait', types: listOf(types), count: 1, filter };
  const last = waits.get(types);
  if (last !== undefined && isSame(last.filter, filter)) return last;
  const wait: EffectOf<'wait'> = { kind: 'wait', types: listOf(types), count: 1, filter: { ...filter } };
  // Whoever could add a function would see the messages of others.
  Object.freeze(wait.filter);
  Object.freeze(wait);
  waits.set(types, wait);
  return wait;
}

/** Whether two filters that accept all that is from a sender are the same. */
function isSame(a: Filter<unknown>, b: Filter<unknown>): boolean {
  return a.from === b.from && a.timeoutNs === b.timeoutNs && a.newest === b.newest;
}

function isList(types: AnyMessageType | readonly AnyMessageType[]): types is readonly AnyMessageType[] {
  return Array.isArray(types);
}
