/**
 * The definition of security for parties that follow the protocol and only look, executable: whatever a
 * coalition sees can be made from what it may learn. A protocol supplies stand-ins for the honest parties:
 * generators like any role, run by the engine beside the members' own code, under the same faults and on the
 * same network. They know what is public, what the members hold, and what they ask of an ideal functionality;
 * of the honest parties' points and randomness they know nothing else. What the members see then must look
 * like what they see in a real run: what no stand-in can produce is a leak.
 */

import type { AnyMessageType } from '../engine/wire/message.ts';
import type { Self } from '../engine/actors/actor.ts';
import type { Yields } from '../engine/actors/effects.ts';
import type { Random } from '../base/random.ts';
import type { Member, View } from './view.ts';
import type { Outcome } from './outcome.ts';
import type { Population } from './population.ts';

/** What a party holds before the first message. */
export type Holding = Omit<Member, 'received' | 'sent'>;

/**
 * Everything about a real run: what all parties hold, their random streams included, and of their messages
 * those that {@link Simulator.reads} names.
 */
export interface RealRun<A = unknown> extends View<A> {
  /** All parties, those that hold no data first. */
  readonly members: View['members'];
  /** Who colludes, by name. */
  readonly coalition: readonly string[];
  /** The reporting party's result; absent if it did not finish. */
  readonly outcome?: Outcome;
}

/** What a stand-in is given. `F` is the ideal functionality. */
export interface GivenStandIn<A = unknown, F = unknown> {
  readonly agreed: A;
  readonly population: Population;
  /** What the members of the coalition hold. */
  readonly members: readonly Holding[];
  /**
   * Answers what the coalition may learn, and nothing else. Questions and answers are plain values, and copied; every
   * answer is recorded as learnt. The same question of anybody in the same run has the same answer.
   */
  readonly functionality: F;
  /**
   * Random streams that all stand-ins of a run have in common, each from its beginning: for messages of several
   * parties that must fit together. `self.random` is the stand-in's own.
   */
  shared(): Random;
}

/** An honest party as the simulator plays it. */
export type StandIn<A = unknown, F = unknown> = (
  self: Self,
  given: GivenStandIn<A, F>,
) => Generator<Yields, void, unknown>;

/**
 * Stand-ins for all honest parties, and the ideal functionality that they ask. It should share as little code
 * with the protocol's own roles as can be: a mistake in what both use shows in neither.
 */
export interface Simulator<A = unknown, F extends object = object> {
  /**
   * Messages of the real run that the functionality needs, because they hold what is public though nobody
   * knows it beforehand, such as who took part in a sum. Never such that depend on points; absent: none.
   */
  readonly reads?: readonly AnyMessageType[];
  /**
   * What the coalition may learn in a run: an object of methods without side effects. It may draw the honest
   * parties' randomness again, as for noise that the protocol adds to a result.
   */
  functionality(real: RealRun<A>): F;
  /**
   * What randomness decides in public, such as who of all is on a committee, as a plain value; absent: nothing that matters.
   * Parties that do different things cannot be compared, so it is drawn alike in all real and simulated runs of a coalition:
   * honest parties draw their randomness again until it is as in the first one. It must not depend on points.
   * @param real the first run, of which the messages that {@link reads} names say who took part
   * @returns what follows from everybody's random streams, which are given by name, each from its beginning; undefined: nothing
   */
  decided?(real: RealRun<A>): ((randomOf: (name: string) => Random) => unknown) | undefined;
  /** By role: all roles of which a party may be honest. */
  readonly standIns: Readonly<Record<string, StandIn<A, F>>>;
}

/** Any simulator: what claims hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- functionalities are invariant, and lists mix them
export type AnySimulator = Simulator<any, any>;

/** Declares a simulator: what its stand-ins ask is held against what the functionality answers. */
export function simulator<A, F extends object>(declared: Simulator<A, F>): Simulator<A, F> {
  return Object.freeze(declared);
}
