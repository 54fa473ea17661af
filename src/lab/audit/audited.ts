/** The result of an audit. */

import type { Experiment } from '../games/experiment.ts';
import type { TwinPower } from './power.ts';

/**
 * `refuted`: the claim does not hold, at the audit's confidence. `not refuted`: nothing was found, and what
 * would have been is stated next to it. `too weak`: the audit could not have refuted the claim, not even
 * without any noise. `measured`: nothing was claimed. `holds`: the statements hold in the runs that were tested. `not
 * attempted`: the audit does not fit the run.
 */
export type AuditStatus = 'refuted' | 'not refuted' | 'too weak' | 'measured' | 'holds' | 'not attempted';

export interface Audited {
  readonly audit: string;
  readonly kind: 'canaries' | 'game' | 'distributions' | 'certificate';
  readonly status: AuditStatus;
  /** In words; empty if nothing is claimed. */
  readonly claim: string;
  /** What the status rests on. */
  readonly because: string;
  /** What the audit could have detected, if no twin shows it. */
  readonly sees?: string;
  /** How often it refutes twins of the protocol with less noise; absent: the claim is none that rests on noise. */
  readonly power?: readonly TwinPower[];
  /** Its own measures, by name. */
  readonly measures: Readonly<Record<string, number | string>>;
}

/** An audit as an experiment. */
export interface AuditExperiment<T> extends Experiment<T, Audited> {
  /** Whether trials refute the claim, which takes less time than to conclude all that they show; absent: nothing tells. */
  refutes?(trials: readonly T[]): boolean;
}

/** How the epsilon that was shown compares with the one claimed. */
export function statusOf(
  claimed: number | undefined,
  shown: number,
  most: number,
): 'refuted' | 'not refuted' | 'too weak' | 'measured' {
  if (claimed === undefined) return 'measured';
  if (shown >= claimed && shown > 0) return 'refuted';
  return most >= claimed && most > 0 ? 'not refuted' : 'too weak';
}
