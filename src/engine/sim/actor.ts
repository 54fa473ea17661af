/** What an actor is given when it starts, and how a cast of actors is described. */

import type { Random } from '../../base/random.ts';
import type { Behaviour } from './effects.ts';

/** An actor's own view of itself: nothing in it leads to another actor. */
export interface Self {
  readonly name: string;
  /** Its place in its role, from 0. */
  readonly index: number;
  /** The random streams under its name; after a crash others than before, where it does not ask again. */
  readonly random: Random;
  /** What it saved last before it crashed; undefined in its first life. */
  readonly saved?: unknown;
}

/** All actors of one kind. */
export interface Role {
  readonly role: string;
  /** Absent for one actor, called by the role's name. */
  readonly count?: number;
  /** Whether they hold the data. */
  readonly holds?: true;
  /** Whether the result of the first of them is that of the run. */
  readonly reports?: true;
  /** Whether they act at time 0; others cost nothing until their first message. */
  readonly starts: boolean;
  /** Operations a second of the actor's processor. */
  readonly rate: (index: number) => number;
  readonly behaviour: (self: Self) => Behaviour;
  /**
   * Nanoseconds after which it asks again for what it waits for; it then obeys every order once, and comes back from a crash
   * to where it was, see {@link Correspondence} and {@link MessageLog}. Absent: nothing is said twice.
   */
  readonly asksAgainNs?: number;
}
