/** What an actor is given when it starts, and how the actors of a simulation are described. */

import type { Random } from '../../base/random.ts';
import type { Behaviour } from './effects.ts';

/** An actor's own view of itself: nothing in it leads to another actor. */
export interface Self<S = unknown> {
  readonly name: string;
  /** Its place in its role, from 0. */
  readonly index: number;
  /** The random streams under its name. After a crash they are different ones, unless its role retransmits. */
  readonly random: Random;
  /** What it saved last before it crashed; undefined before its first crash. */
  readonly saved?: S | undefined;
}

/** All actors of one kind. */
export interface Role {
  readonly role: string;
  /** Absent for one actor, called by the role's name. */
  readonly count?: number;
  /** Whether they hold the data. */
  readonly holds?: true;
  /** Whether the result of the first of them is the result of the run. */
  readonly reports?: true;
  /** Whether they act at time 0; others cost nothing until their first message. */
  readonly starts: boolean;
  /** Operations per second of the actor's processor. */
  readonly rate: (index: number) => number;
  readonly behaviour: (self: Self) => Behaviour;
  /**
   * The timeout after which it retransmits, in nanoseconds, while it waits. Such an actor accepts every message once, and returns after a crash
   * to where it was, see {@link RetransmissionBuffer} and {@link MessageLog}. Absent: nothing is repeated.
   */
  readonly retransmitAfterNs?: number;
}
