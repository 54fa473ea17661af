/** One run of a swarm, as a job. */

import { registryOf } from '../plugin/registry.ts';
import { run } from '../run/run.ts';
import { loadScenario } from '../scenario/load.ts';
import { defineJob } from '../workplace/job.ts';
import type { RunOrder } from '../study/run-job.ts';
import { type Falsified, falsifiedBy } from './falsified.ts';
import { crash, type SwarmOutcome, swarmOutcomeOf } from './outcome.ts';

/** What came of a run, and what its faults made wrong, if anything. */
export interface Played extends SwarmOutcome {
  readonly falsified?: Falsified;
}

export const swarmRun = defineJob(
  import.meta.url,
  'swarm',
  async ({ file, ...options }: RunOrder, { plugins, locate }): Promise<Played> => {
    const scenario = loadScenario(file, { plugins, locate, ...options });
    try {
      const { ending, findings } = await run(scenario, { plugins });
      const falsified = falsifiedBy(scenario.faults, findings.faults ?? [], registryOf(plugins).faults);
      const outcome = swarmOutcomeOf(ending, findings);
      return Object.keys(falsified).length === 0 ? outcome : { ...outcome, falsified };
    } catch (error) {
      return crash(error);
    }
  },
);
