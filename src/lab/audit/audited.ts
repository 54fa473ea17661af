/** The result of an audit. */

/**
 * `refuted`: the claim does not hold, at the audit's confidence. `not refuted`: nothing was found, and what
 * could have been is stated next to it. `too weak`: not even the clearest success could have refuted the
 * claim. `measured`: nothing was claimed. `holds`: the statements hold in the runs that were tested. `not
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
  /** What the audit could have detected. */
  readonly sees?: string;
  /** Its own measures, by name. */
  readonly measures: Readonly<Record<string, number | string>>;
}

/** How the epsilon that was shown compares with the one claimed. */
export function statusOf(
  claimed: number | undefined,
  shown: number,
  most: number,
): 'refuted' | 'not refuted' | 'too weak' | 'measured' {
  if (claimed === undefined) return 'measured';
  if (shown > claimed) return 'refuted';
  return most > claimed ? 'not refuted' : 'too weak';
}
