/** Behaviours with something around each of their effects. */

import { assert } from '../../core/base/errors.ts';
import type { Behaviour, Effect } from '../../core/engine/actors/effects.ts';

/** Does an effect, and returns its result. */
export type Next = (effect: Effect) => Behaviour<unknown>;

/** What is done with an effect instead: usually `next` does it, as it is or changed, after or before something else. */
export type Around = (next: Next) => Next;

function* request(effect: Effect): Behaviour<unknown> {
  return yield effect;
}

/** A behaviour with these around its effects: the first is asked first, the last one's `next` does the effect. */
export function surrounded(behaviour: Behaviour, around: readonly Around[]): Behaviour {
  return around.length === 0
    ? behaviour
    : surround(
        behaviour,
        around.reduceRight((next, one) => one(next), request as Next),
      );
}

function* surround(behaviour: Behaviour, next: Next): Behaviour {
  try {
    let step = behaviour.next();
    while (step.done !== true) {
      const done = next(step.value as Effect); // needs are for the compiler
      if (typeof (done as Behaviour | undefined)?.next !== 'function')
        assert(false, 'middleware does an effect with something other than a generator');
      step = behaviour.next(yield* done);
    }
  } finally {
    behaviour.return();
  }
}
