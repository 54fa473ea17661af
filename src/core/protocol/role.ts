/** The parties of a protocol, by role: one server, two helpers, many clients. */

import type { Matrix } from '../base/matrix.ts';
import type { Labels } from '../base/labels.ts';
import type { Self } from '../engine/actors/actor.ts';
import type { Requirements, Yields } from '../engine/actors/effects.ts';

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
  /** Its own points, one per row. In a simulation a copy, made whenever it is read. */
  readonly shard: Matrix;
  /** The rows of these points in the data, likewise. */
  readonly identifiers: Uint32Array;
}

/**
 * A kind of party and what it is given. `S` is what it saves, and finds in `self.saved` after a crash; `Y` is what it
 * yields, and so what it needs of its protocol.
 *
 * `many`: the parties that hold the data, as many as a scenario has clients; every protocol has one such
 * role. `one`: a single party, with the role's name. A number: this many parties, named `helper-1`,
 * `helper-2`, ...
 */
// oxlint-disable-next-line typescript/no-explicit-any -- what is saved is invariant, and a protocol mixes roles
export type Role<A = unknown, S = any, Y = Yields> = Played<A, S, Y> & {
  /**
   * After this many nanoseconds of waiting it retransmits, within the same timeout: it repeats
   * its last messages to those that have not answered, and to anyone who asks. It accepts every message once,
   * so equal messages among the last 64 of a sender count as one: number them. After a crash it repeats the same steps with the
   * same random streams up to where it was, from what it had saved and received. So it must be a function of
   * what it is given, saves and receives, and must not modify messages. Absent: nothing is repeated.
   */
  retransmitAfterNs?(agreed: A): number;
  /** Whether runs with these settings have such parties; absent: all have. Those that hold data, and that report, are always there. */
  readonly needed?: (parameters: never) => boolean;
};

type Played<A, S, Y> =
  | {
      readonly parties: 'many';
      readonly starts?: never;
      play(self: Self<S>, given: GivenShard<A>): Generator<Y, void, unknown>;
    }
  | {
      readonly parties: 'one' | number;
      readonly starts: true;
      play(self: Self<S>, given: GivenStart<A>): Generator<Y, void, unknown>;
    }
  | {
      readonly parties: 'one' | number;
      readonly starts?: never;
      play(self: Self<S>, given: Given<A>): Generator<Y, void, unknown>;
    };

/** Any role: what each is given is decided where the parties are cast. */
// oxlint-disable-next-line typescript/no-explicit-any -- what is agreed on is invariant, and a protocol mixes roles
export type AnyRole = Role<any>;

/** The interval of retransmission within a timeout: three times before it expires. */
export function withinTimeout(timeoutNs: number): number {
  return Math.ceil(timeoutNs / 4);
}

/** Declares a role. The compiler holds what it saves against the type of `self.saved`. */
export function role<A, S = unknown, Y extends Yields<Requirements<unknown, unknown, unknown, S>> = Yields>(
  declared: Role<A, S, Y>,
): Role<A, S, Y> {
  return declared;
}

/** The roles of a protocol, in the order in which its parties are numbered. */
export type Roles<A = unknown> = Readonly<Record<string, Role<A>>>;
