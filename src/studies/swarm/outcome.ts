/** The outcome of a run under faults: one word, and a reason. */

import { errorText } from '../../core/base/errors.ts';
import type { Findings } from '../../run/execute/findings.ts';
import { BrokenInvariant } from '../../run/execute/guards.ts';
import type { Ending } from '../../core/engine/simulation/options.ts';

/** From the best to the worst. */
export const KINDS = {
  exact: 'equals Lloyd, nobody missing',
  finished: 'a clustering with no party missing, for which nothing more is promised',
  'without some': 'a clustering that says who is missing; equals Lloyd on the others where promised',
  doubted: 'a clustering that says why it may be wrong',
  refused: 'no clustering, with the reason',
  'out of bounds': 'a limit of the scenario ended it: virtual time, messages, events or counted bytes',
  hung: 'a party waits forever',
  violated: 'not what the scenario expects',
  wrong: 'a clustering that claims to be right and is not',
  broken: 'an invariant was broken',
  crashed: 'an exception ended the run',
} as const;

export type Kind = keyof typeof KINDS;

/** The kinds that count as failures found. */
export const FOUND: readonly Kind[] = ['hung', 'violated', 'wrong', 'broken', 'crashed'];

export interface SwarmOutcome {
  readonly kind: Kind;
  /** Without names and numbers, so that outcomes with the same cause have the same text. */
  readonly reason?: string;
}

/** The outcome of a run under random faults: the worst of what holds for it. */
export function swarmOutcomeOf(ending: Ending, findings: Findings): SwarmOutcome {
  const { violated, equalsLloyd, caveat, aborted, missing } = findings;
  if (ending === 'stalled') return { kind: 'hung' };
  if (equalsLloyd === false && caveat === undefined) return { kind: 'wrong' };
  if (violated !== undefined) {
    return { kind: 'violated', reason: violated.map(({ property }) => property).join(', ') };
  }
  if (aborted !== undefined && ending === 'limit')
    return { kind: 'out of bounds', reason: withoutDetails(aborted) };
  if (aborted !== undefined) return { kind: 'refused', reason: withoutDetails(aborted) };
  if (caveat !== undefined) return { kind: 'doubted', reason: withoutDetails(caveat) };
  if (missing !== undefined) return { kind: 'without some' };
  return { kind: equalsLloyd === true ? 'exact' : 'finished' };
}

/** The outcome of a run that threw. */
export function crash(error: unknown): SwarmOutcome {
  const kind = error instanceof BrokenInvariant ? 'broken' : 'crashed';
  return { kind, reason: withoutDetails(errorText(error)) };
}

/** Whether two runs ended in the same way, for the same reason. */
export function sameOutcome(a: SwarmOutcome, b: SwarmOutcome): boolean {
  return a.kind === b.kind && a.reason === b.reason;
}

/** An outcome in a few words. */
export function swarmOutcomeText({ kind, reason }: SwarmOutcome): string {
  return reason === undefined ? kind : `${kind}: ${reason}`;
}

function withoutDetails(text: string): string {
  return text
    .replaceAll(/\b[a-z]\w*-\d+(, [a-z]\w*-\d+)*/gi, 'some')
    .replaceAll(/\d+(\.\d+)?/g, '#')
    .split('\n')[0];
}
