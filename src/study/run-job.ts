/** The run of one scenario under one seed, as a job. */

import { type PluginPlace, pluginsAt } from '../plugin/modules.ts';
import { run } from '../run/run.ts';
import { loadScenario } from '../scenario/load.ts';
import { defineJob } from './job.ts';
import { type RunSummary, summarise } from './summary.ts';

/** Which run. */
export interface RunOrder {
  /** What the scenario may name. */
  readonly plugins: readonly PluginPlace[];
  readonly file: string;
  readonly seed: number;
  /** 0: the scenario's own protocol; else the one in this place, from 1, of its `compare` list. */
  readonly variant: number;
  readonly set: readonly string[];
}

export const runScenario = defineJob(
  import.meta.url,
  'run',
  async ({ plugins: places, file, ...options }: RunOrder): Promise<RunSummary> => {
    const plugins = await pluginsAt(places);
    return summarise(await run(loadScenario(file, { plugins, ...options }), { plugins, timing: true }));
  },
);
