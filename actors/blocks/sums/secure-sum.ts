/** The interface of a secure sum: what every way of summing in secret is to the protocols that use one. */

import type { Behaviour, Member, PhaseCost, Self } from '../../../src/core/kit/index.ts';

/** What the parties of any secure sum agree on beforehand: public, plain and frozen. */
export interface SumSession {
  /** Distinguishes the sums of one run. */
  readonly number: number;
  /** All who may take part. */
  readonly clients: readonly string[];
  /** This many clients that answer to the end open the sum. */
  readonly threshold: number;
  /** How many vectors there must be before anything is opened, if more than the threshold. */
  readonly least?: number;
  /** How many further secrets each client shares for the protocol that uses the sum; absent: none. */
  readonly escrowed?: number;
  /** m: sums are modulo m, which need not be prime. */
  readonly modulus: bigint;
  /** Elements of a vector. */
  readonly length: number;
  /** How long the server waits for clients in each step; clients wait twice as long for it. */
  readonly timeoutNs: number;
}

/** The sum of the survivors' vectors and who they are, by number. */
export interface Aggregate {
  readonly sum: Uint32Array;
  readonly survivors: readonly number[];
}

/** What a client knows after taking part. */
export interface Contributed {
  /** Which of the parties that share secrets with this client are in the sum, by number. */
  readonly survivors: ReadonlySet<number>;
  /** Its shares of what others escrowed, by party that shared with it, itself included. */
  readonly escrowed: ReadonlyMap<number, readonly Uint8Array[]>;
}

/** A sum that a coalition can open: the parties in it, by number, and the sum of their vectors. */
export interface OpenedSum {
  readonly parties: readonly number[];
  readonly sum: Uint32Array;
}

/** A way of summing vectors in secret. */
export interface SecureSum<S extends SumSession> {
  /**
   * A client's half: contributes a vector to the sum that the server receives, which learns nothing else, and
   * `session.escrowed` secrets of 32 bytes each that survivors can reconstruct together.
   * Aborts if the server falls silent, or does what an honest one would not.
   * @param input hands over `session.length` elements modulo `session.modulus`
   */
  contribute(
    self: Self,
    session: S,
    input: () => Uint32Array,
    escrowed: readonly Uint8Array[],
  ): Behaviour<Contributed>;
  /**
   * The server's half: sums up the clients' vectors without seeing any; aborts if there is no sum.
   * @param asking is called with the survivors before that is asked for which opens their sum: it may arrive although
   * the server aborts for lack of it
   */
  aggregate(self: Self, session: S, asking?: (survivors: readonly number[]) => void): Behaviour<Aggregate>;
  /** The expected cost if nobody drops out. */
  cost(session: S): PhaseCost[];
  /** All sums that these members can open together; without colluding clients the intended one is among them. */
  openedSums(members: readonly Member[], session: S): OpenedSum[];
}
