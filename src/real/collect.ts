/**
 * The result of a real run: its parties' records as one trace and one result, determined as for a simulation.
 */

import { defined } from '../core/base/defined.ts';
import { protocolNamed } from '../run/plugin/registry.ts';
import { inputsOf } from '../run/execute/cast.ts';
import { conclude } from '../run/execute/conclusion.ts';
import { outcomeOf } from '../run/execute/outcome.ts';
import { Recording } from '../run/execute/recording.ts';
import type { RunOptions, RunResult } from '../run/execute/run.ts';
import type { Scenario } from '../run/scenario/load.ts';
import type { Bound } from '../core/engine/clock/bounds.ts';
import { Directory } from '../core/engine/messages/directory.ts';
import type { Ending } from '../core/engine/simulation/options.ts';
import { decode } from '../core/engine/wire/bytes.ts';
import { merge } from './merge.ts';
import { readRecords } from './records.ts';

export interface RealResult extends RunResult {
  /** How far the clock of a party may be from the first party's, at most, as aligned; absent if one was never compared. */
  readonly clocks: { readonly errorNs?: number };
}

export interface CollectOptions extends Pick<RunOptions, 'plugins' | 'trace' | 'made' | 'bus'> {
  /** Which limit ended a party, if one did. */
  readonly bound?: Bound | undefined;
  /** Whether the run was stopped. */
  readonly aborted?: boolean | undefined;
}

/**
 * @param folder with the records of all parties
 * @throws CahootsError if a file in it is not a record
 */
export function collect(scenario: Scenario, folder: string, options: CollectOptions): RealResult {
  const { bound, aborted = false } = options;
  const protocol = protocolNamed(options, scenario.protocol);
  const inputs = inputsOf(scenario, protocol);
  const { roles } = scenario.parties;
  const recording = new Recording({ scenario, protocol, inputs, roles }, { ...options, clock: 'wall' });
  const { bus, ledger, observer } = recording;
  const directory = new Directory(roles);
  const results = new Map<string, unknown>();
  const finished = new Set<number>();
  const stalled = new Map<string, string>();
  bus.on('finished', ({ actor, result }) => {
    finished.add(actor);
    const value = decode(result);
    if (value !== null) results.set(directory.name(actor), value);
  });
  bus.on('stalled', ({ actor, awaiting }) => stalled.set(directory.name(actor), awaiting));

  const { lives, clockErrorNs } = readRecords(folder, roles);
  const { endNs, mostEarlyNs } = merge(lives, bus);
  const everybody = Array.from({ length: directory.size }, (_, id) => id);
  const left = everybody
    .filter((id) => !finished.has(id) && !stalled.has(directory.name(id)))
    .map((id) => directory.name(id));
  const ending: Ending = aborted
    ? 'aborted'
    : bound !== undefined
      ? 'limit'
      : stalled.size > 0
        ? 'stalled'
        : 'done';
  const simulated = { ending, endNs, bound, left };
  const told = outcomeOf({ ...simulated, results, ties: 0, awaiting: stalled }, scenario);
  const { outcome } = told;
  const over = { scenario, protocol, inputs, ...told, simulated, ledger, observer, faults: undefined };
  const { findings, labels } = conclude(over);
  const { made } = options;
  const hash = recording.hashOf({ ending, bound, endNs, findings, made });
  recording.flush();
  const errorNs = Math.max(clockErrorNs, mostEarlyNs);
  const clocks = Number.isFinite(errorNs) ? { errorNs } : {};
  return defined({ ending, endNs, ties: 0, ledger, findings, clocks, hash, labels, outcome });
}
