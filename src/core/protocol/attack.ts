/**
 * What an attack is, so that every protocol can supply its own: what a coalition holds, what it infers from
 * that, and how good the guess is. An attack is given a view and never the truth; a separate function, which
 * computes no guesses, compares its guess with the truth. So it cannot cheat, and the same guess can be
 * compared with decoys.
 */

import type { Matrix } from '../base/matrix.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';
import type { Population } from './population.ts';
import type { Roles } from './role.ts';
import type { AnySimulator } from './simulator.ts';
import type { View } from './view.ts';

/** What a guess is compared with. */
export interface Truth<A = unknown> {
  readonly agreed: A;
  readonly population: Population;
  /** All points in order of the clients, one per row. */
  readonly points: Matrix;
  /** The index of the client that holds each point. */
  readonly owners: ArrayLike<number>;
  /** The rows that no member holds. */
  readonly hidden: readonly number[];
  /** Points from the same distribution that take no part in the run, if the scenario holds some out. */
  readonly heldOut?: Matrix;
}

/**
 * How much better than a guess from public information: 0 is no better, 1 is everything that such a guess
 * misses.
 */
export interface Advantage {
  readonly value: number;
  /** Its 95 % interval over other points from the same distribution. */
  readonly interval: readonly [number, number];
}

/** The tests behind an attack's verdict: whether what should look random does. */
export interface Evidence {
  /** The number of tests. */
  readonly tries: number;
  /**
   * The smallest probability that honest randomness looks as suspicious, times the number of tests, at most
   * 1.
   */
  readonly pValue: number;
  /**
   * The weakest test: how many values were counted in how many cells that should be equally likely; its power
   * follows from that.
   */
  readonly weakest?: { readonly entries: number; readonly cells: number };
}

/** How good a guess turned out to be. */
export interface Score {
  /** The fraction, in [0, 1], of what the attack is after that it obtained. */
  readonly exposed: number;
  /**
   * How much better it did than a guess from public information, if that achieves anything; see
   * src/core/protocol/attacks/grade.ts.
   */
  readonly advantage?: Advantage | undefined;
  readonly evidence?: Evidence | undefined;
  /** The attack's own measures, by name, in the order in which to print them. */
  readonly measures: Readonly<Record<string, number | string>>;
  /** What that means, in one line. */
  readonly meaning: string;
}

/** What a coalition must have to attempt an attack. */
export interface Needs {
  /** A party that holds no data: the server, or one of several. */
  readonly server?: true;
  /** At least this many clients. */
  readonly clients?: number;
  /** Points held out of the run, for comparison. */
  readonly heldOut?: true;
}

/** An attack. `G` is what it guesses. */
export interface Attack<A = unknown, G = unknown> {
  readonly name: string;
  /** One line, to help choose. */
  readonly summary: string;
  readonly needs: Needs;
  /** Whether the attack applies at all to runs with these settings; absent: to all. */
  concerns?(agreed: A): boolean;
  /** Why it cannot be attempted in this run, if it cannot. */
  inapplicable?(agreed: A): string | undefined;
  /** The types of messages that it reads: a view made for it may leave out all others. */
  readonly reads: readonly AnyMessageType[];
  /**
   * It reads what the protocol reveals on purpose: nothing is expected of it unless an expectation names it.
   */
  readonly intended?: true;
  /** What the coalition can infer. */
  guess(view: View<A>): G;
  score(guess: G, truth: Truth<A>): Score;
  /**
   * How well a guess fits points that may or may not be the true ones: larger is better. Distinguishing games
   * decide by it. Absent if the guess does not depend on the points.
   */
  fit?(guess: G, candidate: Truth<A>): number;
}

/** Any attack: what lists of attacks hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- guesses are invariant, and a list mixes them
export type AnyAttack = Attack<any, any>;

/** A way to deviate from a protocol, for members of a coalition that is not semi-honest. */
export interface Adversary<A = unknown> {
  readonly name: string;
  readonly summary: string;
  /** What is played instead of the protocol's own roles. */
  readonly roles: Roles<A>;
}

/**
 * Who colludes: parties by name; a number of clients, drawn anew each time; or every set of clients up to a
 * size.
 */
export type Coalitions =
  | { readonly members: readonly string[] }
  | { readonly any: number; readonly draws: number; readonly server: boolean }
  | { readonly upTo: number; readonly server: boolean };

/**
 * A promise of a protocol: that certain coalitions learn nothing about the others' points in certain ways.
 */
export interface Claim {
  /** Such as `t = 4: any 4 clients learn nothing of the others' points`. */
  readonly says: string;
  /**
   * Who may collude: by role, at most how many of its parties; of roles that are not named nobody. Thus
   * `{ client: 2, left: 1 }`; at least one party, and never all of them.
   */
  readonly coalition: Readonly<Record<string, number>>;
  /** The attacks whose success would refute it; success in tests of randomness and traffic always does. */
  readonly attacks: readonly string[];
  /**
   * Shows for coalitions that only look that all they see follows from what they may learn; absent: the claim
   * rests on attacks and on tests of randomness.
   */
  readonly simulator?: AnySimulator;
}

/** A protocol's statements about its own privacy. */
export interface Privacy<A = unknown> {
  readonly attacks: readonly AnyAttack[];
  /** What it promises: each becomes a verdict. */
  claims?(agreed: A): readonly Claim[];
  /**
   * The moduli of the residues in a message, plane by plane, for tests of randomness; absent or empty: packed integers
   * are modulo a power of two, of others it is not known.
   * @param message absent: of the protocol's own vectors
   */
  moduli?(agreed: A, message?: { readonly type: AnyMessageType; readonly body: object }): readonly bigint[];
  /** Messages to the server whose residues should each look uniform to it. */
  readonly masked?: readonly AnyMessageType[];
  /** Messages between clients whose residues are shares of secrets. */
  readonly shared?: readonly AnyMessageType[];
  readonly adversaries?: readonly Adversary<A>[];
  /** The most informative coalitions, for a certificate if the scenario names none. */
  coalitions?(agreed: A): readonly Coalitions[];
  /** What a run with these settings keeps from whom, and what it does not, in plain words. */
  statement(agreed: A): string;
}
