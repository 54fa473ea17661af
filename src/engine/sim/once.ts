/** Behaviours of one effect each, of which every message needs two. */

import type { AnyMessageType } from '../wire/message.ts';
import type { Behaviour, Effect, Received } from './effect.ts';

/**
 * A behaviour of one effect: the iterator and both of its results in one object, which for messages is the effect itself, too. A
 * generator would do the same with six objects in place of one, and every message needs two of these.
 */
abstract class Once<R> implements Behaviour<R> {
  done = false;
  /** What it asks for, once it was asked, and then what came of it. */
  value: unknown = undefined;

  protected abstract get effect(): Effect;
  /** What the behaviour gives where this is the effect's result. */
  protected abstract read(result: unknown): R;

  next(result: unknown): IteratorResult<Effect, R> {
    if (this.value === undefined && !this.done) this.value = this.effect;
    else {
      this.done = true;
      this.value = this.read(result);
    }
    return this as unknown as IteratorResult<Effect, R>;
  }

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

  constructor(to: string | readonly string[], type: AnyMessageType, body: object) {
    super();
    this.to = to;
    this.type = type;
    this.body = body;
  }

  protected get effect(): Effect {
    return this;
  }

  protected read(): void {}
}

/** Waits for several messages. */
export class Collecting extends Once<unknown> {
  protected readonly effect: EffectOf<'wait'>;

  constructor(effect: EffectOf<'wait'>) {
    super();
    this.effect = effect;
  }

  protected read(envelopes: unknown): unknown {
    return envelopes;
  }
}

/** Waits for one. */
export class Receiving extends Collecting {
  protected override read(envelopes: unknown): unknown {
    return (envelopes as Received[])[0];
  }
}

/** Any other effect. */
export class Doing<R> extends Once<R> {
  readonly effect: Effect;
  readonly read: (result: unknown) => R;

  constructor(effect: Effect, read: (result: unknown) => R) {
    super();
    this.effect = effect;
    this.read = read;
  }
}
