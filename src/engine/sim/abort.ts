/** How a behaviour gives up: it unwinds all that called it, up to whoever asked for an attempt, or ends the actor. */

import type { Behaviour, Effect } from './effects.ts';
import { type Aborted, type AbortDetails, Abortion, type Attempt } from './abortion.ts';

/** Gives up. Whatever called this behaviour ends with it, unless it was attempted; an actor finishes with {@link Aborted}. */
// oxlint-disable-next-line require-yield -- it never gives anything back
export function* abort(reason: string, details: AbortDetails = {}): Behaviour<never> {
  throw new Abortion({ ...details, kind: 'aborted', reason });
}

/** Gives up as somebody who had to say something fell silent. */
export function silent(who: string): Behaviour<never> {
  return abort(`the ${who} fell silent`);
}

/** Runs a behaviour that may give up, and says what came of it. */
export function* attempt<R>(behaviour: Behaviour<R>): Behaviour<Attempt<R>> {
  try {
    return { kind: 'completed', value: yield* behaviour };
  } catch (error) {
    if (error instanceof Abortion) return error.outcome;
    throw error;
  }
}

/** The next effect of an actor, or what it ends with: nothing, or why it gave up. */
export function stepOf(behaviour: Behaviour, result: unknown): IteratorResult<Effect, Aborted | undefined> {
  try {
    const step = behaviour.next(result);
    return step.done === true ? { done: true, value: undefined } : step;
  } catch (error) {
    if (error instanceof Abortion) return { done: true, value: error.outcome };
    throw error;
  }
}
