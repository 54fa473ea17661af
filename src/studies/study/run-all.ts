/** Many planned runs, wherever they are done. */

import type { Plugged } from '../../plugin/registry.ts';
import { commandOfRun } from '../../results/report/shell.ts';
import { Deadly } from '../workplace/workplace.ts';
import { type Planned, type Ran, type RunOrder, runScenario } from './run-job.ts';
import { type Kept, study, type StudyOptions } from './study.ts';

export interface RunAllOptions extends StudyOptions, Plugged {
  readonly journal?: Kept | undefined;
  /** Flags that load the plugins again, for commands that are shown. */
  readonly flags?: readonly string[];
}

/**
 * Runs what the journal does not have yet.
 * @param count how many runs there are
 * @param at the run in a place, from 0; asked for again when it is handed out, as all of them at once may be large
 * @returns in the order of the places; of a run that kills whoever does it, that it does, and its command
 * @throws CahootsError for a run that is refused
 */
export async function runAll(
  count: number,
  at: (place: number) => Planned,
  { flags = [], ...options }: RunAllOptions,
): Promise<Ran[]> {
  const orders: RunOrder[] = [];
  const keys: string[] = [];
  for (let place = 0; place < count; place++) {
    const { order, about } = at(place);
    orders.push(order);
    keys.push(about.run);
  }
  return study(runScenario, orders, {
    ...options,
    keys,
    files: (place) => at(place).files,
    varies: (place) => at(place).varies,
    rescue: (error, place) => crashed(error, orders[place], flags),
  });
}

/** What is not known has no column. */
function crashed(error: unknown, { file, seed, set }: RunOrder, flags: readonly string[]): Ran {
  if (!(error instanceof Deadly)) throw error;
  const aborted = `${error.message}; once more: ${commandOfRun(file, seed, set, flags)}`;
  return { ending: 'crashed', clustered: false, aborted } as Partial<Ran> as Ran;
}
