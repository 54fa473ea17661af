/** The run of one scenario under one seed, as a job. */

import { type PluginPlace, pluginsAt } from '../plugin/modules.ts';
import { run } from '../run/run.ts';
import { loadScenario } from '../scenario/load.ts';
import type { About } from '../results/about.ts';
import { runRow, type RunRow } from '../results/run-row.ts';
import { defineJob } from './job.ts';

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

/** A run that a row is made of. */
export interface RowOrder extends RunOrder {
  /** What the row says of it beside what comes out. */
  readonly about: About;
}

export const runScenario = defineJob(
  import.meta.url,
  'run',
  async ({ plugins: places, file, about, ...options }: RowOrder): Promise<RunRow> => {
    const plugins = await pluginsAt(places);
    const result = await run(loadScenario(file, { plugins, ...options }), { plugins, timing: true });
    return runRow(about, result);
  },
);
