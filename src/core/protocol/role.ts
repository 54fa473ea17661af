/** The parties of a protocol, by role: one server, two helpers, many clients. */

import type { Matrix } from '../base/matrix.ts';
import type { Labels } from '../base/labels.ts';
import type { Self } from '../engine/actors/actor.ts';
import type { Behaviour } from '../engine/actors/effects.ts';

/** What every party knows: what all agreed on before the start; public and frozen. */
export interface Given<A> {
  readonly agreed: A;
}

/** A party that starts the clustering. */
export interface GivenStart<A> extends Given<A> {
  /**
   * The cluster of every point, in order of the clients; several starts are concatenated; empty if the
   * settings name none.
   */
  readonly start: Labels;
}

/** A party that holds data: its own, and nobody else's. */
export interface GivenShard<A> extends Given<A> {
  /** Its own points, one per row. */
  readonly shard: Matrix;
  /** The rows of these points in the data. */
  readonly identifiers: Uint32Array;
}

/**
 * A kind of party and what it is given.
 *
 * `many`: the parties that hold the data, as many as a scenario has clients; every protocol has one such
 * role. `one`: a single party, with the role's name. A number: this many parties, named `helper-1`,
 * `helper-2`, ...
 */
export type Role<A = unknown> = Played<A> & {
  /**
   * After this many nanoseconds of waiting it retransmits, within the same timeout: it repeats
   * its last messages to those that have not answered, and to anyone who asks. It accepts every message once,
   * so equal messages among the last 64 of a sender count as one: number them. After a crash it repeats the same steps with the
   * same random streams up to where it was, from what it had saved and received. So it must be a function of
   * what it is given, saves and receives, and must not modify messages. Absent: nothing is repeated.
   */
  retransmitAfterNs?(agreed: A): number;
};

type Played<A> =
  | { readonly parties: 'many'; readonly starts?: never; play(self: Self, given: GivenShard<A>): Behaviour }
  | {
      readonly parties: 'one' | number;
      readonly starts: true;
      play(self: Self, given: GivenStart<A>): Behaviour;
    }
  | {
      readonly parties: 'one' | number;
      readonly starts?: never;
      play(self: Self, given: Given<A>): Behaviour;
    };

/** Any role: what each is given is decided where the parties are cast. */
// oxlint-disable-next-line typescript/no-explicit-any -- what is agreed on is invariant, and a protocol mixes roles
export type AnyRole = Role<any>;

/** The interval of retransmission within a timeout: three times before it expires. */
export function withinTimeout(timeoutNs: number): number {
  return Math.ceil(timeoutNs / 4);
}

/** Declares a role. */
export function role<A>(declared: Role<A>): Role<A> {
  return declared;
}

/** The roles of a protocol, in the order in which its parties are numbered. */
export type Roles<A = unknown> = Readonly<Record<string, Role<A>>>;
