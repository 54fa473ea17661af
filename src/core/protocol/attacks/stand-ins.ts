/**
 * What stand-ins are made of: an honest party's own behaviour with a few of its results, or of its messages,
 * replaced. A proof lets an honest party run on points without meaning, and programs in one place what the ideal
 * functionality gives. Everything else reaches the engine as it is, so times, retransmissions and recovery are
 * those of the honest party.
 */

import { type Matrix, zeros } from '../../base/matrix.ts';
import type { Behaviour, Effect, Received } from '../../engine/actors/effects.ts';
import type { Task } from '../../engine/compute/task.ts';
import type { MessageType } from '../../engine/wire/message.ts';
import type { Population } from '../population.ts';

/** A replacement of what a behaviour asks for, or of what it gets. */
export interface Amendment {
  /** What is asked for instead. */
  effect?(effect: Effect): Effect;
  /** What the behaviour gets instead of this result of an effect. */
  result?(effect: Effect, result: unknown): unknown;
}

/** Plays a behaviour with replacements, each on top of those before it. */
export function* programmed<R>(behaviour: Behaviour<R>, ...amendments: readonly Amendment[]): Behaviour<R> {
  let step = behaviour.next();
  while (step.done !== true) {
    const effect = amendments.reduce<Effect>(
      (asked, { effect: amend }) => amend?.(asked) ?? asked,
      step.value as Effect,
    );
    let result: unknown;
    try {
      result = yield effect;
    } catch (error) {
      step = behaviour.throw(error);
      continue;
    }
    for (const { result: amend } of amendments) if (amend !== undefined) result = amend(effect, result);
    step = behaviour.next(result);
  }
  return step.value;
}

/** Replaces the input of a task. */
export function withInput<I, O>(task: Task<I, O>, input: (honest: I) => I): Amendment {
  return {
    effect: (effect) =>
      effect.kind === 'compute' && effect.task.name === task.name
        ? { ...effect, input: input(effect.input as I) }
        : effect,
  };
}

/** Replaces the output of a task, which still runs, and takes the time that its input says. */
export function withOutput<I, O>(task: Task<I, O>, output: (input: I, honest: O) => O): Amendment {
  return {
    result: (effect, result) =>
      effect.kind === 'compute' && effect.task.name === task.name
        ? output(effect.input as I, result as O)
        : result,
  };
}

/** Replaces the contents of a message that is sent; `to`: one receiver, or several that are sent the same. */
export function withSent<B extends object>(
  type: MessageType<B>,
  body: (honest: B, to: string | readonly string[]) => B,
): Amendment {
  return {
    effect(effect) {
      if (effect.kind === 'send' && effect.type.name === type.name)
        return { kind: 'send', to: effect.to, type, body: body(effect.body as B, effect.to) };
      if (effect.kind === 'send-each' && effect.type.name === type.name)
        return { ...effect, body: (place) => body(effect.body(place) as B, effect.to[place]) };
      return effect;
    },
  };
}

/** Replaces the contents of a message that was received and accepted. */
export function withReceived<B extends object>(
  type: MessageType<B>,
  body: (received: B, from: string) => B,
): Amendment {
  return {
    result: (effect, result) =>
      effect.kind === 'wait'
        ? (result as readonly Received[]).map((message) =>
            message.type.name === type.name
              ? { ...message, body: body(message.body as B, message.from) }
              : message,
          )
        : result,
  };
}

/** Points without meaning, as many as this client has: all in the lower corner of the announced ranges. */
export function blankShard({ sizes, dimension, minimum }: Population, client: number): Matrix {
  const shard = zeros(sizes[client], dimension);
  for (let i = 0; i < shard.rows; i++) shard.values.set(minimum, i * dimension);
  return shard;
}
