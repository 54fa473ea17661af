/**
 * What an audit is, so that every protocol can say how its promises are to be tested. There are four kinds.
 * Whoever guesses never learns what was drawn: an audit makes its canaries or worlds, and src/lab/audit
 * tosses the coins, runs them and counts. So an audit cannot cheat.
 */

import type { Matrix } from '../base/matrix.ts';
import type { Stream } from '../base/random.ts';
import type { PrivacyCurve } from '../math/dp/one-run-curve.ts';
import type { Labels } from '../base/labels.ts';
import type { View } from './view.ts';
import type { FigureValue } from './figure.ts';
import type { Outcome } from './outcome.ts';
import type { CommonParameters } from './common-parameters.ts';
import type { Population } from './population.ts';

/** The parts of a run that an audit may change. */
export interface Setup<P extends CommonParameters = CommonParameters> {
  /** The protocol's settings. */
  readonly parameters: P;
  /** All points, by row of the data. */
  readonly points: Matrix;
  /** The rows that each client holds. */
  readonly shards: readonly Uint32Array[];
  /** What everybody may know. It describes the scenario's own points, whatever a world contains. */
  readonly population: Population;
}

/**
 * What replaces the scenario's own settings, points or shards in a run. Rows that no client holds are left
 * out.
 */
export interface World<P extends CommonParameters = CommonParameters> {
  readonly parameters?: P;
  readonly points?: Matrix;
  readonly shards?: readonly Uint32Array[];
  /** Replaces the announced ranges; sizes are those of the shards unless given here. */
  readonly population?: Partial<Population>;
  /**
   * Only so many of the clients take part, the first ones, so that games are short; `shards` are theirs. Nobody fails in
   * such a world.
   */
  readonly clients?: number;
}

/** What an audit observes of a run. */
export interface Observed<A = unknown> {
  /** The view of the parties that it watches: what they hold, sent and received. */
  readonly view: View<A>;
  /** The reporting party's result; absent if it did not finish. */
  readonly outcome?: Outcome;
  /** The cluster of every row of the data that a client holds; 0xffff: none. */
  readonly labels?: Labels;
  readonly figures: readonly FigureValue[];
  /** SHA-256 of the trace. */
  readonly hash: string;
}

/** A promise: nobody with the view of this audit can tell two neighbours apart better than this. */
export interface PrivacyClaim {
  readonly epsilon: number;
  readonly delta: number;
  /** What may be present or absent, such as `a point`. */
  readonly of: string;
  /** What is promised beyond that pair; guesses are tested against it, since that shows more. */
  readonly family?: ClaimFamily;
}

/** What the same releases would promise with this multiple of the variance of all noise; at 1 it is the claim itself. */
export interface ClaimFamily {
  /** At the claim's delta. */
  epsilon(variance: number): number;
  curve(variance: number): PrivacyCurve;
}

interface Common<A> {
  /** Unique in its protocol. */
  readonly name: string;
  /** One line, to help choose. */
  readonly summary: string;
  /** Why it says nothing about runs with these settings, if so. */
  inapplicable?(agreed: A): string | undefined;
  /** Whose view it needs, by name; absent: nobody's, it uses the outcome. */
  watches?(agreed: A): readonly string[];
  /** The default number of runs; for a game, of pairs of runs. */
  readonly runs: number;
}

/**
 * Canaries, each inserted by a fair coin, and an auditor who guesses which were (Steinke, Nasr and Jagielski
 * 2023). Every run has its own canaries, which are counted together.
 */
export interface CanaryAudit<A = unknown, C = unknown> extends Common<A> {
  readonly kind: 'canaries';
  /** Absent, or undefined: nothing is claimed, and the bound is only reported. */
  claim?(agreed: A): PrivacyClaim | undefined;
  /** The default number of canaries per run. */
  count(setup: Setup<never>): number;
  /** Makes them; whether each is inserted is decided later. */
  canaries(setup: Setup<never>, count: number, random: Stream): C;
  /** The run with these canaries inserted and the others left out. */
  plant(setup: Setup<never>, canaries: C, isIn: readonly boolean[]): World<never>;
  /** One number per canary: the larger, the more likely it was inserted. */
  score(seen: Observed<A>, canaries: C): ArrayLike<number>;
}

/**
 * Two worlds, and an adversary who guesses which one a run came from; false positives and false negatives are
 * counted.
 */
export interface GameAudit<A = unknown, C = unknown> extends Common<A> {
  readonly kind: 'game';
  /** Epsilon 0 and delta 0: the worlds cannot be told apart. Absent, or undefined: nothing is claimed. */
  claim?(agreed: A): PrivacyClaim | undefined;
  /** What both worlds share and the adversary knows, such as the target; drawn anew for each pair of runs. */
  target(setup: Setup<never>, random: Stream): C;
  /** The run with the target (true), or the one without it. */
  world(setup: Setup<never>, target: C, isIn: boolean): World<never>;
  /** The larger, the more likely the target was in. */
  score(seen: Observed<A>, target: C): number;
}

/** Whether the results of two worlds, or of one world and an exact distribution, are distributed alike. */
export interface DistributionAudit<A = unknown> extends Common<A> {
  readonly kind: 'distributions';
  /** Such as `unlearning a point is retraining without it`. */
  claim(agreed: A): string;
  /**
   * The category observed, of finitely many, such as the clustering in a canonical order; or several
   * independent ones, the same number in every run.
   */
  category(seen: Observed<A>): string | readonly string[];
  /** The run that is observed. */
  world(setup: Setup<never>): World<never>;
  /** What it is compared with: another run, or the exact probability of every category. */
  against(setup: Setup<never>): World<never> | { readonly exact: ReadonlyMap<string, number> };
}

/** A statement that must hold in a run. */
export interface Check {
  readonly says: string;
  readonly holds: boolean;
  /** What it rests on. */
  readonly because: string;
}

/** Statements about a single run, each with what it rests on. */
export interface CertificateAudit<A = unknown> extends Common<A> {
  readonly kind: 'certificate';
  check(seen: Observed<A>, setup: Setup<never>): readonly Check[];
}

export type Audit<A = unknown, C = unknown> =
  | CanaryAudit<A, C>
  | GameAudit<A, C>
  | DistributionAudit<A>
  | CertificateAudit<A>;

/** Any audit: what lists of audits hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- what is agreed on and what is planted is invariant
export type AnyAudit = Audit<any, any>;

/** Declares an audit; list it in the protocol's `audits`. */
export function audit<A, C>(declared: Audit<A, C>): Audit<A, C> {
  return Object.freeze(declared);
}
