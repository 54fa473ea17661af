/**
 * Runs of a scenario again, each with a change, and when their results come: who answers first decides for whom k of n wait, so nothing
 * less than a run tells.
 */

import { defined } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { run, type RunOptions } from '../execute/run.ts';
import { openExecutor } from '../plugin/executor.ts';
import type { Note } from '../report/notes.ts';
import { type Report, type RunOutcome, runOutcomeOf } from '../report/report.ts';
import type { Scenario } from '../scenario/load.ts';
import { type Change, changeFrom } from './change.ts';
import { changesFor } from './faster.ts';

/** A run with a change. */
export interface Rerun {
  readonly change: string;
  /** When its result was there, or it was known that there is none; absent if it never was. */
  readonly resultNs?: number;
  /** How much earlier that is than without the change; absent if either of the two has no result. */
  readonly earlierNs?: number;
  /** Why it is not a result like that without the change: it failed, or other parties are missing. */
  readonly notes: readonly Note[];
}

/** The flags of commands that run with changes: what would make a run faster, and changes in words of {@link changeFrom}. */
export interface RerunFlags {
  readonly faster: boolean;
  readonly whatIf?: readonly string[] | undefined;
}

/** The changes to run with, if any are asked for. */
export interface Asked {
  readonly faster: boolean;
  readonly changes: readonly Change[];
}

/**
 * What is asked for; undefined: nothing.
 * @throws CahootsError for a change that the scenario does not have
 */
export function askedOf({ faster, whatIf = [] }: RerunFlags, scenario: Scenario): Asked | undefined {
  const changes = whatIf.map((text) => changeFrom(text, scenario));
  return faster || changes.length > 0 ? { faster, changes } : undefined;
}

/** The runs with changes that are asked for; undefined if there are none, it was interrupted, or the run has no end to compare with. */
export async function rerunsOf(
  asked: Asked | undefined,
  scenario: Scenario,
  { outcome, timing }: Report,
  options: Omit<RunOptions, 'bus' | 'trace'>,
): Promise<readonly Rerun[] | undefined> {
  if (asked === undefined || outcome === undefined || outcome.ending === 'aborted') return undefined;
  const standard = asked.faster ? changesFor(scenario, timing?.waits ?? []) : [];
  return runsWith([...standard, ...asked.changes], scenario, outcome, options);
}

/**
 * Runs a scenario once with each change.
 * @param before how it ended without
 * @returns undefined if it was interrupted
 * @throws CahootsError if its durations are measured, which no run repeats
 */
async function runsWith(
  changes: readonly Change[],
  scenario: Scenario,
  before: RunOutcome,
  options: Omit<RunOptions, 'bus' | 'trace'>,
): Promise<readonly Rerun[] | undefined> {
  if (scenario.durations === 'measured') {
    const message = 'expected counted durations, since measured ones differ from run to run, got measured';
    throw new CahootsError('bad-input', message, { path: 'devices.durations' });
  }
  const executor = openExecutor(options);
  try {
    const reruns: Rerun[] = [];
    for (const { text, apply } of changes) {
      const result = await run(apply(scenario), { ...options, executor });
      if (options.signal?.aborted === true) return undefined;
      reruns.push(rerunOf(text, runOutcomeOf(result.ledger, result), before));
    }
    return reruns;
  } finally {
    await executor.close();
  }
}

function rerunOf(change: string, after: RunOutcome, before: RunOutcome): Rerun {
  const [then, now] = [before, after].map(({ ends, findings }) =>
    findings.aborted === undefined ? ends.resultNs : undefined,
  );
  const known = new Set(before.notes.map(({ text }) => text));
  const flaws = after.notes.filter((note) => isFlaw(note) && !known.has(note.text));
  const earlierNs = then === undefined || now === undefined ? undefined : then - now;
  return defined({ change, resultNs: after.ends.resultNs, earlierNs, notes: flaws });
}

function isFlaw({ severity, column }: Note): boolean {
  return severity === 'error' || column === 'missing';
}
