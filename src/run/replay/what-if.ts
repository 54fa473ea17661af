/** The run of a trace again, with one fault removed: where the two diverge, and the outcome. */

import { defined } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { run, type RunOptions, type RunResult } from '../execute/run.ts';
import type { Scenario } from '../scenario/load.ts';
import { Bus } from '../../core/engine/messages/bus.ts';
import { onEntry } from '../trace/live.ts';
import type { Entry } from '../trace/record.ts';
import { Comparison } from './comparison.ts';
import { AFTER, Difference, withNext } from './difference.ts';
import { type EarlierTrace, readerOf } from './reproduce.ts';

export interface WhatIf {
  /** Of the run without the fault. */
  readonly result: RunResult;
  /** How many entries are the same. */
  readonly entries: number;
  /** A text about where they diverge, with the run of the trace as A; absent if they are the same. */
  readonly text?: string;
  /** Where the trace is truncated or damaged. */
  readonly problem?: CahootsError;
}

/**
 * All other faults do what they would have done: each has random streams of its own.
 * @param scenario the one of the trace's header
 * @throws CahootsError if the scenario has no fault of this name
 */
export async function runWithout(
  fault: string,
  scenario: Scenario,
  options: RunOptions,
  { name, bytes }: EarlierTrace,
): Promise<WhatIf> {
  const names = scenario.faults.map((known) => known.name);
  if (!names.includes(fault)) {
    const expected = names.length === 0 ? 'a run with faults' : `one of ${names.join(', ')}`;
    throw new CahootsError('bad-input', `expected ${expected}, got ${fault}`, { path: '--without' });
  }
  const { bus = new Bus() } = options;
  const reader = readerOf(scenario, { name, bytes });
  const { digest = 'crc32' } = reader.header;
  const comparison = new Comparison(reader);
  const difference = new Difference(reader.header.roles);
  const now: Entry[] = [];
  onEntry(bus, (entry) => {
    if (comparison.add(entry)) difference.add(entry);
    else if (now.length < AFTER) now.push(entry);
  });
  const faults = scenario.faults.filter((known) => known.name !== fault);
  const durations = (actor: number, task: string): number | undefined => comparison.durationOf(actor, task);
  const result = await run({ ...scenario, faults }, { ...options, bus, durations, digest });
  if (result.ending !== 'aborted') comparison.end();
  const { same: entries, parting } = comparison;
  const then = parting && withNext(parting.earlier, comparison.earlier);
  // Damage may be found only at the trace's end.
  while (comparison.earlier.next().done !== true);
  const { problem } = reader;
  const text = then && difference.text({ A: then, B: now });
  return defined({ result, entries, text, problem });
}
