/** Planned runs as rows. */

import type { Plugged } from '../plugin/registry.ts';
import type { RunRow } from '../results/run-row.ts';
import type { Journal } from './journal.ts';
import { type Planned, runScenario } from './run-job.ts';
import { study, type StudyOptions } from './study.ts';

export interface RunAllOptions extends StudyOptions, Plugged {
  readonly journal?: Journal | undefined;
}

/**
 * Runs what the journal does not have yet.
 * @returns in the order of the plans
 * @throws CahootsError for a run that is refused
 */
export async function runAll(plans: readonly Planned[], options: RunAllOptions): Promise<RunRow[]> {
  const ran = await study(
    runScenario,
    plans.map(({ order }) => order),
    {
      ...options,
      keys: plans.map(({ about }) => about.run),
      files: (at) => plans[at].files,
      varies: (at) => plans[at].varies,
    },
  );
  return plans.map(({ about }, at) => ({ ...about, ...ran[at] }));
}
