/**
 * Behaviours of one effect each, of which every message needs two: the iterator and both of its results in one object, which for
 * a message that is sent is the effect itself, too. A generator would do the same with six objects in place of one. Those that every
 * message needs have a `next` of their own: one for all would find out each time what it is called for.
 */

import type { AnyMessageType } from '../wire/message.ts';
import type { Behaviour, Effect, Received } from './effect.ts';

abstract class Once<R> implements Behaviour<R> {
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
  /** Itself, once it was asked for. */
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
  /** What it asks for, once it was asked, and then what came of it. */
  value: Effect | Received | undefined = undefined;

  constructor(effect: EffectOf<'wait'>) {
    super();
    this.#effect = effect;
  }

  next(envelopes: unknown): IteratorResult<Effect, Received | undefined> {
    if (this.value === undefined && !this.done) this.value = this.#effect;
    else {
      this.done = true;
      this.value = (envelopes as readonly Received[])[0];
    }
    return this as IteratorResult<Effect, Received | undefined>;
  }
}

/** Any other effect. */
export class Doing<R> extends Once<R> {
  readonly #effect: Effect;
  readonly #read: (result: unknown) => R;
  done = false;
  value: Effect | R | undefined = undefined;

  /** @param read what the behaviour gives where this is the effect's result */
  constructor(effect: Effect, read: (result: unknown) => R) {
    super();
    this.#effect = effect;
    this.#read = read;
  }

  next(result: unknown): IteratorResult<Effect, R> {
    if (this.value === undefined && !this.done) this.value = this.#effect;
    else {
      this.done = true;
      this.value = this.#read(result);
    }
    return this as IteratorResult<Effect, R>;
  }
}
