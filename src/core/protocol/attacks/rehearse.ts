/**
 * What a party computed from what it received: its behaviour is run again over the messages in a view, with
 * its own random streams. So a coalition with the server has the opened sums, which no message contains.
 */

import { assert } from '../../base/errors.ts';
import type { ObservedMessage } from '../view.ts';
import { Abortion } from '../../engine/actors/abortion.ts';
import type { Behaviour, Effect, Received, Yields } from '../../engine/actors/effects.ts';
import { type AnyMessageType, decodeMessage } from '../../engine/wire/message.ts';

/**
 * The return value of a behaviour; undefined if it gave up. Messages are delivered in order of time, as in a
 * run without late ones; a wait for more messages than there are ends as if it had timed out.
 */
export function rehearse<R>(behaviour: Behaviour<R>, received: readonly ObservedMessage[]): R | undefined {
  const left = [...received];
  let step = advance(behaviour, undefined);
  while (step !== undefined && step.done !== true) step = advance(behaviour, resultOf(step.value, left));
  return step?.value;
}

function advance<R>(behaviour: Behaviour<R>, result: unknown): IteratorResult<Yields, R> | undefined {
  try {
    return behaviour.next(result);
  } catch (error) {
    if (error instanceof Abortion) return undefined;
    throw error;
  }
}

/** Sending, saving and sleeping return nothing. */
function resultOf(effect: Yields, left: ObservedMessage[]): unknown {
  if (effect.kind === 'compute') return effect.task.run(effect.input);
  assert(effect.kind !== 'finish', 'a part of a behaviour does not finish');
  return effect.kind === 'wait' ? take(effect, left) : undefined;
}

function take({ types, count, filter }: Effect & { kind: 'wait' }, left: ObservedMessage[]): Received[] {
  const known = new Map<string, AnyMessageType>(types.map((type) => [type.name, type]));
  const senders = filter.from === undefined ? undefined : new Set([filter.from].flat());
  const taken = new Map<string, Received>();
  for (let at = 0; at < left.length && taken.size < count;) {
    const { from, payload } = left[at];
    const decoded =
      taken.has(from) || senders?.has(from) === false ? undefined : decodeMessage(payload, known);
    const message = decoded === undefined || 'malformed' in decoded ? undefined : { from, ...decoded };
    if (message !== undefined && (filter.accept?.(message) ?? true) === true) {
      taken.set(from, message);
      left.splice(at, 1);
    } else at++;
  }
  return [...taken.values()];
}
