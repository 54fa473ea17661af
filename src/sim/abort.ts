/** How a behaviour gives up: it unwinds all that called it, up to whoever asked for an attempt, or ends the actor. */

import type { Behaviour, Effect } from './effects.ts';

/** What an actor finishes with that gave up. */
export interface Aborted {
  readonly kind: 'aborted';
  /** One line for people: what was expected, and what came. */
  readonly reason: string;
  /** Parties found not to have kept to the protocol, or groups of which one at least did not. */
  readonly blamed?: readonly string[];
  /** Parties whose contributions are not in it. */
  readonly missing?: readonly string[];
  /** How far it came. */
  readonly iterations?: number;
}

/** What is known beside the reason. */
export type AbortDetails = Omit<Aborted, 'kind' | 'reason'>;

/** Travels up the behaviours that called each other; nobody outside this file sees one but the simulator. */
export class Abortion extends Error {
  readonly outcome: Aborted;

  constructor(outcome: Aborted) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** Gives up. Whatever called this behaviour ends with it, unless it was attempted; an actor finishes with {@link Aborted}. */
// oxlint-disable-next-line require-yield -- it never gives anything back
export function* abort(reason: string, details: AbortDetails = {}): Behaviour<never> {
  throw new Abortion({ ...details, kind: 'aborted', reason });
}

/** Gives up as somebody who had to say something fell silent. */
export function silent(who: string): Behaviour<never> {
  return abort(`the ${who} fell silent`);
}

/** What came of an attempt. */
export type Attempt<R> = { readonly kind: 'completed'; readonly value: R } | Aborted;

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
