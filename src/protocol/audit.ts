/**
 * What an audit is, so that every protocol can say how what it promises is to be tested from below. There are four kinds.
 * Whoever guesses is never told what was drawn: an audit makes its canaries or worlds, the door (src/lab/audit) flips the
 * coins, runs them and counts. So an audit cannot cheat.
 */

import type { Matrix } from '../base/matrix.ts';
import type { Stream } from '../base/random.ts';
import type { PrivacyCurve } from '../math/dp/one-run-curve.ts';
import type { Labels } from '../base/labels.ts';
import type { View } from './attack.ts';
import type { FigureValue } from './figure.ts';
import type { Outcome } from './outcome.ts';
import type { CommonParameters } from './common-parameters.ts';
import type { Population } from './population.ts';

/** What a run is made of, as far as an audit may change it. */
export interface Setup<P extends CommonParameters = CommonParameters> {
  /** The protocol's settings. */
  readonly parameters: P;
  /** All points, by row of the data. */
  readonly points: Matrix;
  /** The rows that each client holds. */
  readonly shards: readonly Uint32Array[];
  /** What everybody may know. It goes by the scenario's own points, whatever a world has. */
  readonly population: Population;
}

/** What a run has in place of the scenario's own. Rows that no client holds are left out. */
export interface World<P extends CommonParameters = CommonParameters> {
  readonly parameters?: P;
  readonly points?: Matrix;
  readonly shards?: readonly Uint32Array[];
  /** In place of the announced ranges, and of the sizes, which are those of the shards. */
  readonly population?: Partial<Population>;
}

/** What an audit sees of a run. */
export interface Observed<A = unknown> {
  /** Of those whom it watches: what they hold, sent and received; of nobody else. */
  readonly view: View<A>;
  /** What the reporting party finished with; absent where it did not finish. */
  readonly outcome?: Outcome;
  /** The cluster of every row of the data that a client holds; 0xffff: none. */
  readonly labels?: Labels;
  readonly figures: readonly FigureValue[];
  /** SHA-256 of the trace. */
  readonly hash: string;
}

/** What is promised: whoever sees what this audit sees tells no two neighbours apart better than so. */
export interface PrivacyClaim {
  readonly epsilon: number;
  readonly delta: number;
  /** What may be there or not, such as `a point`. */
  readonly of: string;
  /** What is promised beyond that pair, against which canaries are held, as it shows more. */
  readonly family?: ClaimFamily;
}

/** What the same releases would promise under so many times the variance of Gaussian noise; at 1 it is the claim itself. */
export interface ClaimFamily {
  /** At the delta of the claim. */
  epsilon(variance: number): number;
  curve(variance: number): PrivacyCurve;
}

interface Common<A> {
  /** Unique in its protocol. */
  readonly name: string;
  /** One line for people who choose. */
  readonly summary: string;
  /** Why it says nothing of a run with these settings, where it does not. */
  inapplicable?(agreed: A): string | undefined;
  /** Whose view it needs, by name; absent: nobody's, it goes by what comes out. */
  watches?(agreed: A): readonly string[];
  /** How many runs it takes where nobody says; of a game, pairs of runs. */
  readonly runs: number;
}

/**
 * Canaries, each in by a fair coin, and an auditor who says which were (Steinke, Nasr and Jagielski 2023). Every run has
 * canaries of its own, and counts as so many more.
 */
export interface CanaryAudit<A = unknown, C = unknown> extends Common<A> {
  readonly kind: 'canaries';
  /** Absent, or undefined: nothing is claimed, and the bound is only told. */
  claim?(agreed: A): PrivacyClaim | undefined;
  /** How many canaries a run has where nobody says. */
  count(setup: Setup<never>): number;
  /** Makes them; whether each is in is decided later. */
  canaries(setup: Setup<never>, count: number, random: Stream): C;
  /** The run in which these are in and the others are not. */
  plant(setup: Setup<never>, canaries: C, isIn: readonly boolean[]): World<never>;
  /** One number for each canary: the larger, the likelier it was in. */
  score(seen: Observed<A>, canaries: C): ArrayLike<number>;
}

/** Two worlds, and an adversary who says of a run which it was; false positives and false negatives are counted. */
export interface GameAudit<A = unknown, C = unknown> extends Common<A> {
  readonly kind: 'game';
  /** Epsilon 0 and delta 0: nothing tells the worlds apart. Absent, or undefined: nothing is claimed. */
  claim?(agreed: A): PrivacyClaim | undefined;
  /** What both worlds have in common and the adversary knows, drawn anew for each pair of runs: such as the target. */
  target(setup: Setup<never>, random: Stream): C;
  /** The run with the target (true), and the one without it. */
  world(setup: Setup<never>, target: C, isIn: boolean): World<never>;
  /** The larger, the likelier it was in. */
  score(seen: Observed<A>, target: C): number;
}

/** Whether what comes of two worlds, or of one and what it should be, has the same distribution. */
export interface DistributionAudit<A = unknown> extends Common<A> {
  readonly kind: 'distributions';
  /** Such as `unlearning a point is retraining without it`. */
  claim(agreed: A): string;
  /**
   * What is looked at: of finitely many things which one it was, such as the clustering in a canonical order; or several that do
   * not depend on each other, as many in every run.
   */
  category(seen: Observed<A>): string | readonly string[];
  /** The run that is looked at. */
  world(setup: Setup<never>): World<never>;
  /** What it is held against: another run, or the exact probability of every category. */
  against(setup: Setup<never>): World<never> | { readonly exact: ReadonlyMap<string, number> };
}

/** Something that must be so in a run. */
export interface Check {
  readonly says: string;
  readonly holds: boolean;
  /** What that rests on. */
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
