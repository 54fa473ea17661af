/** One run of a swarm, as a job. */

import type { AnyProtocol } from '../protocol/protocol.ts';
import { run } from '../run/run.ts';
import { loadScenario } from '../scenario/load.ts';
import { defineJob } from '../study/job.ts';
import type { RunOrder } from '../study/run-job.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

export const swarmRun = defineJob(
  import.meta.url,
  'swarm',
  async ({ protocols: module, file, ...options }: RunOrder): Promise<Outcome> => {
    const protocols = (await import(module)) as Readonly<Record<string, AnyProtocol>>;
    const { ending, findings } = await run(loadScenario(file, { protocols, ...options }), { protocols });
    return outcomeOf(ending, findings);
  },
);
