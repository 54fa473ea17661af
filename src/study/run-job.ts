/** The run of one scenario under one seed, as a job. */

import type { AnyProtocol } from '../protocol/protocol.ts';
import { run } from '../run/run.ts';
import { loadScenario } from '../scenario/load.ts';
import { defineJob } from './job.ts';
import { type RunSummary, summarise } from './summary.ts';

/** Which run. */
export interface RunOrder {
  /** URL of the module that exports the protocols. */
  readonly protocols: string;
  readonly file: string;
  readonly seed: number;
  /** 0: the scenario's own protocol; else the one in this place, from 1, of its `compare` list. */
  readonly variant: number;
  readonly set: readonly string[];
}

export const runScenario = defineJob(
  import.meta.url,
  'run',
  async ({ protocols: module, file, ...options }: RunOrder): Promise<RunSummary> => {
    const protocols = (await import(module)) as Readonly<Record<string, AnyProtocol>>;
    return summarise(await run(loadScenario(file, { protocols, ...options }), { protocols }));
  },
);
