/**
 * Behaviours with a single effect, of which every message needs two. One object is the iterator and both of its results, and for a
 * message or computation also the effect itself; a generator would need six objects. The behaviours that every message needs have their own
 * `next`, since a common one would have to find out the kind at every call.
 */

import type { AnyMessageType } from '../wire/message.ts';
import type { Behaviour, Effect, Received } from './effect.ts';

abstract class Once<R> implements Behaviour<R, never> {
  abstract next(result: unknown): IteratorResult<Effect, R>;

  return(value: R): IteratorResult<Effect, R> {
    return { done: true, value };
  }

  throw(error: unknown): never {
    throw error;
  }

  [Symbol.iterator](): this {
    return this;
  }
}

export type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

export class Sending extends Once<void> implements EffectOf<'send'> {
  readonly kind = 'send';
  readonly to: string | readonly string[];
  readonly type: AnyMessageType;
  readonly body: object;
  done = false;
  /** Itself, after the first call of `next`. */
  value: Effect | undefined = undefined;

  constructor(to: string | readonly string[], type: AnyMessageType, body: object) {
    super();
    this.to = to;
    this.type = type;
    this.body = body;
  }

  next(): IteratorResult<Effect, void> {
    if (this.value === undefined && !this.done) this.value = this;
    else {
      this.done = true;
      this.value = undefined;
    }
    return this as IteratorResult<Effect, void>;
  }
}

/** Waits for one message. */
export class Receiving extends Once<Received | undefined> {
  readonly #effect: EffectOf<'wait'>;
  done = false;
  /** The effect after the first call of `next`, and then its result. */
  value: Effect | Received | undefined = undefined;

  constructor(effect: EffectOf<'wait'>) {
    super();
    this.#effect = effect;
  }

  next(messages: unknown): IteratorResult<Effect, Received | undefined> {
    if (this.value === undefined && !this.done) this.value = this.#effect;
    else {
      this.done = true;
      this.value = (messages as readonly Received[])[0];
    }
    return this as IteratorResult<Effect, Received | undefined>;
  }
}

export class Computing<R> extends Once<R> implements EffectOf<'compute'> {
  readonly kind = 'compute';
  readonly task: EffectOf<'compute'>['task'];
  /** Let go of once there is a result. */
  input: unknown;
  done = false;
  /** Itself, after the first call of `next`. */
  value: Effect | undefined = undefined;

  constructor(task: EffectOf<'compute'>['task'], input: unknown) {
    super();
    this.task = task;
    this.input = input;
  }

  next(result: unknown): IteratorResult<Effect, R> {
    if (this.done || this.value !== undefined) {
      this.input = undefined;
      return ended(this, result as R);
    }
    this.value = this;
    return this as IteratorResult<Effect, R>;
  }
}

/** Any other effect. */
export class Doing<R> extends Once<R> {
  readonly #read: (result: unknown) => R;
  done = false;
  /** The effect, after the first call of `next`. */
  value: Effect | undefined = undefined;
  /** Before the first call of `next`. */
  #effect: Effect | undefined;

  /** @param read turns the effect's result into the behaviour's result */
  constructor(effect: Effect, read: (result: unknown) => R) {
    super();
    this.#effect = effect;
    this.#read = read;
  }

  next(result: unknown): IteratorResult<Effect, R> {
    if (this.done || this.value !== undefined) return ended(this, this.#read(result));
    this.value = this.#effect;
    this.#effect = undefined;
    return this as IteratorResult<Effect, R>;
  }
}

/**
 * Ends a behaviour with a result of its own, and lets go of its effect: a generator keeps the iterator that it waited for, often to its
 * end, and with it would keep all inputs and results of its tasks, and all messages that it collected.
 */
function ended<R>(one: { done: boolean; value: unknown }, result: R): IteratorResult<Effect, R> {
  one.done = true;
  one.value = undefined;
  return { done: true, value: result };
}
