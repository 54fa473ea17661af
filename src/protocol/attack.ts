/**
 * What an attack is, so that every protocol can bring its own: what a coalition holds, what it makes of it, and what
 * that is worth. An attack is given a view and never the truth; its guess is then held against the truth by a
 * function that computes no guesses. So it cannot cheat, and the same guess can be held against decoys.
 */

import type { Labels } from '../base/labels.ts';
import type { Matrix } from '../base/matrix.ts';
import type { Random } from '../base/random.ts';
import type { AnyMessageType } from '../engine/wire/message.ts';
import type { Population } from './population.ts';
import type { Roles } from './role.ts';

/** A message that a member received or sent, in its very bytes. */
export interface ObservedMessage {
  /** Virtual nanoseconds: when it was delivered, or handed to the network. */
  readonly timeNs: number;
  readonly from: string;
  readonly to: string;
  readonly payload: Uint8Array;
}

/** What one member holds and saw. */
export interface Member {
  readonly name: string;
  /** Its place in its role, from 0. */
  readonly index: number;
  /** A client's own points, one per row. */
  readonly shard?: Matrix;
  /** Of these points: their rows in the data. */
  readonly identifiers?: Uint32Array;
  /** Of a party that starts the clustering. */
  readonly start?: Labels;
  /** The member's random streams, each from its beginning. */
  random(): Random;
  /** In order of time. */
  readonly received: readonly ObservedMessage[];
  readonly sent: readonly ObservedMessage[];
}

/** Exactly what the members of a coalition hold and saw, and nothing else. `A` is what all parties agreed on. */
export interface View<A = unknown> {
  readonly agreed: A;
  /** Who holds how much, and the announced ranges: what everybody may know. */
  readonly population: Population;
  readonly members: readonly Member[];
}

/** What a guess is held against. */
export interface Truth<A = unknown> {
  readonly agreed: A;
  readonly population: Population;
  /** All points in order of the clients, one per row. */
  readonly points: Matrix;
  /** The place among the clients of who holds each of them. */
  readonly owners: ArrayLike<number>;
  /** The rows that no member holds anyway. */
  readonly hidden: readonly number[];
  /** Points of the same kind that take no part in the run, where the scenario holds some out. */
  readonly heldOut?: Matrix;
}

/** How much better than a public guess: 0 is no better, 1 is everything that it misses. */
export interface Advantage {
  readonly value: number;
  /** Its 95 % interval over other points of the same kind. */
  readonly interval: readonly [number, number];
}

/** Tests whose outcome an attack's verdict rests on: whether what should look random does. */
export interface Evidence {
  /** How many tests there were. */
  readonly tries: number;
  /** The smallest probability that honest randomness looks as suspicious, times the tries, at most 1. */
  readonly pValue: number;
  /** Of the weakest: how many values fell into how many cells that should be equally likely; its power follows from that. */
  readonly weakest?: { readonly entries: number; readonly cells: number };
}

/** What a guess turned out to be worth. */
export interface Score {
  /** How much of what the attack is after it got, in [0, 1]. */
  readonly exposed: number;
  /** How much better it did than a guess from public things alone, where that gets anything; see src/lab/attack/grade.ts. */
  readonly advantage?: Advantage;
  readonly evidence?: Evidence;
  /** The attack's own numbers, by name, in the order to print them. */
  readonly measures: Readonly<Record<string, number | string>>;
  /** One line on what that means. */
  readonly meaning: string;
}

/** What a coalition must have to attempt an attack. */
export interface Needs {
  /** A party that holds no data: the server, or one of several. */
  readonly server?: true;
  /** At least this many clients. */
  readonly clients?: number;
  /** Points that are held out of the run, to compare with. */
  readonly heldOut?: true;
}

/** An attack. `G` is what it guesses. */
export interface Attack<A = unknown, G = unknown> {
  readonly name: string;
  /** One line for people who choose. */
  readonly summary: string;
  readonly needs: Needs;
  /** Whether such runs have what it is about at all; absent: all have. */
  concerns?(agreed: A): boolean;
  /** Why it cannot be attempted in this run, where it cannot. */
  inapplicable?(agreed: A): string | undefined;
  /** The types of message that it reads: a view made for it may leave out the others. */
  readonly reads: readonly AnyMessageType[];
  /** It reads what the protocol tells on purpose: of such, nothing is expected unless an expectation names it. */
  readonly intended?: true;
  /** What the coalition can work out. */
  guess(view: View<A>): G;
  score(guess: G, truth: Truth<A>): Score;
  /**
   * How well a guess fits points that may or may not be the true ones: larger is better. A distinguishing game decides
   * by it. Absent where the guess does not depend on the points.
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
  /** What is played in place of the protocol's own, by role. */
  readonly roles: Roles<A>;
}

/** Who colludes: parties by name; some number of clients, drawn anew each time; or every set of clients up to a size. */
export type Coalitions =
  | { readonly members: readonly string[] }
  | { readonly any: number; readonly draws: number; readonly server: boolean }
  | { readonly upTo: number; readonly server: boolean };

/** Something that a protocol promises: that certain coalitions learn nothing of the others' points by certain ways. */
export interface Claim {
  /** Such as `t = 4: any 4 clients learn nothing of the others' points`. */
  readonly says: string;
  /** Coalitions of at most so many clients, and with or without the server. */
  readonly clients: number;
  readonly server: boolean;
  /** The attacks whose success would refute it; tests of randomness and traffic always would. */
  readonly attacks: readonly string[];
}

/** What a protocol says about its own privacy. */
export interface Privacy<A = unknown> {
  readonly attacks: readonly AnyAttack[];
  /** What it promises: each becomes a verdict. */
  claims?(agreed: A): readonly Claim[];
  /** What residues on the wire are modulo, plane by plane: tests of randomness need it. */
  moduli?(agreed: A): readonly bigint[];
  /** Messages to the server whose residues should look uniform to it, one at a time. */
  readonly masked?: readonly AnyMessageType[];
  readonly adversaries?: readonly Adversary<A>[];
  /** The coalitions that tell its story, for a certificate where the scenario names none. */
  coalitions?(agreed: A): readonly Coalitions[];
  /** What a run with these settings keeps from whom, and what it does not, in plain words. */
  statement(agreed: A): string;
}
