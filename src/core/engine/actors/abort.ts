/** How a behaviour gives up: it unwinds its callers up to the nearest {@link attempt}, or ends the actor. */

import type { Behaviour, Yields } from './effects.ts';
import { type Aborted, type AbortDetails, Abortion, type Attempt } from './abortion.ts';

/** Gives up. The callers of this behaviour end with it, up to an {@link attempt}; without one, the actor finishes with {@link Aborted}. */
// oxlint-disable-next-line require-yield -- it never returns
export function* abort(reason: string, details: AbortDetails = {}): Behaviour<never, never> {
  throw new Abortion({ ...details, kind: 'aborted', reason });
}

/** Gives up because a party that should have sent something fell silent. */
export function silent(who: string): Behaviour<never, never> {
  return abort(`the ${who} fell silent`);
}

/** Runs a behaviour that may give up, and returns which of the two happened. */
export function* attempt<R, Y extends Yields<unknown>>(
  behaviour: Generator<Y, R, unknown>,
): Generator<Y, Attempt<R>, unknown> {
  try {
    return { kind: 'completed', value: yield* behaviour };
  } catch (error) {
    if (error instanceof Abortion) return error.outcome;
    throw error;
  }
}

/** The next effect of an actor, or its end: with nothing, or with the reason why it gave up. */
export function stepOf(behaviour: Behaviour, result: unknown): IteratorResult<Yields, Aborted | undefined> {
  try {
    const step = behaviour.next(result);
    return step.done === true ? { done: true, value: undefined } : step;
  } catch (error) {
    if (error instanceof Abortion) return { done: true, value: error.outcome };
    throw error;
  }
}
