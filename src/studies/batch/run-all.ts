/** Executes many planned runs in an executor. */

import type { Plugged } from '../../run/plugin/registry.ts';
import { commandOfRun } from '../../run/report/shell.ts';
import { PoisonJob } from '../executor/job-executor.ts';
import { type Planned, type Ran, type RunRequest, runScenario } from './run-job.ts';
import { runBatch, type BatchOptions } from './batch.ts';
import type { Kept } from './journal.ts';

export interface RunAllOptions extends BatchOptions, Plugged {
  readonly journal?: Kept | undefined;
  /** Flags that load the same plugins, for commands shown to the user. */
  readonly flags?: readonly string[] | undefined;
}

/**
 * Executes the runs that the journal does not have yet.
 * @param count how many runs there are
 * @param at the run at an index, from 0; called again when the run is handed out, since all runs at once might take much memory
 * @returns in order of the indices; for a run that kills its worker, that it does, and its command
 * @throws CahootsError for a run that is refused
 */
export async function runAll(
  count: number,
  at: (place: number) => Planned,
  { flags = [], ...options }: RunAllOptions,
): Promise<Ran[]> {
  const requests: RunRequest[] = [];
  const keys: string[] = [];
  for (let place = 0; place < count; place++) {
    const { request, about } = at(place);
    requests.push(request);
    keys.push(about.run);
  }
  return runBatch(runScenario, requests, {
    ...options,
    keys,
    files: (place) => at(place).files,
    varies: (place) => at(place).varies,
    rescue: (error, place) => crashed(error, requests[place], flags),
  });
}

/** Columns whose values are unknown are left out. */
function crashed(error: unknown, { file, seed, set }: RunRequest, flags: readonly string[]): Ran {
  if (!(error instanceof PoisonJob)) throw error;
  const aborted = `${error.message}; to reproduce: ${commandOfRun(file, seed, set, flags)}`;
  return { ending: 'crashed', clustered: false, aborted } as Partial<Ran> as Ran;
}
