/** One run of a swarm, as a job. */

import { pluginsAt } from '../plugin/modules.ts';
import { run } from '../run/run.ts';
import { loadScenario } from '../scenario/load.ts';
import { defineJob } from '../study/job.ts';
import type { RunOrder } from '../study/run-job.ts';
import { crash, type Outcome, outcomeOf } from './outcome.ts';

export const swarmRun = defineJob(
  import.meta.url,
  'swarm',
  async ({ plugins: places, file, ...options }: RunOrder): Promise<Outcome> => {
    const plugins = await pluginsAt(places);
    const scenario = loadScenario(file, { plugins, ...options });
    try {
      const { ending, findings } = await run(scenario, { plugins });
      return outcomeOf(ending, findings);
    } catch (error) {
      return crash(error);
    }
  },
);
