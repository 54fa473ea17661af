/** A run of one scenario with one seed, as a job. */

import { figuresOfRun, type RunFigures } from '../../run/tidy/run-row.ts';
import { type Place, thisPlace } from '../../run/tidy/provenance.ts';
import { tidy } from '../../run/tidy/rows.ts';
import type { About } from '../../run/tidy/about.ts';
import { run } from '../../run/execute/run.ts';
import { loadScenario } from '../../run/scenario/load.ts';
import { defineJob, type Files } from '../executor/job.ts';

/** Which run. */
export interface RunRequest {
  readonly file: string;
  readonly seed: number;
  readonly set: readonly string[];
}

/** A run, and what is known about it in advance. */
export interface Planned {
  readonly request: RunRequest;
  readonly about: About;
  /** SHA-256 of each file that it reads, by name. */
  readonly files: Files;
  /** Whether it measures durations, so that no two runs are equal. */
  readonly varies: boolean;
}

/** The part of a run's row that only the run itself determines; whoever requests it knows the rest. */
export type Ran = RunFigures & Place;

export const runScenario = defineJob(
  import.meta.url,
  'run',
  async ({ file, ...options }: RunRequest, { plugins, locate }): Promise<Ran> => {
    const scenario = loadScenario(file, { plugins, locate, ...options });
    const result = await run(scenario, { plugins, timing: true });
    return tidy({ ...figuresOfRun(result), ...thisPlace() });
  },
);
