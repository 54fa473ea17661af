/** A run attacked by its coalitions, as a job: the result of each attack. */

import { fileURLToPath } from 'node:url';
import { attackRun } from '../../src/lab/attack/attack-run.ts';
import type { Finding } from '../../src/lab/attack/finding.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { defineJob } from '../../src/studies/executor/job.ts';
import type { RunRequest } from '../../src/studies/batch/run-job.ts';
import { runBatch } from '../../src/studies/batch/batch.ts';
import { detailsOf } from '../paper/keys.ts';
import type { PaperOptions } from '../paper/options.ts';

const FILE = fileURLToPath(new URL('scenario.yaml', import.meta.url));

/** Sections of a scenario that replace those that all rows have in common. */
export interface Sections {
  readonly data: object;
  readonly protocol: object;
  readonly collusion?: object;
}

interface AttackedRequest extends RunRequest {
  readonly variant: number;
}

export interface Attacked {
  readonly findings: readonly Finding[];
  readonly iterations: number;
  readonly points: number;
  readonly dimension: number;
}

export const attackedRun = defineJob(
  import.meta.url,
  'attacked-run',
  async ({ file, ...options }: AttackedRequest, surroundings): Promise<Attacked> => {
    const scenario = loadScenario(file, { ...surroundings, ...options });
    const { result, certificate } = await attackRun(scenario, surroundings);
    const { points, dimension } = scenario.population;
    return {
      findings: certificate?.findings ?? [],
      iterations: result.findings.iterations,
      points,
      dimension,
    };
  },
);

/** Runs all of these with seed 1. */
export function attackAll(all: readonly Sections[], options: PaperOptions): Promise<Attacked[]> {
  const requests = all.map((sections): AttackedRequest => {
    const set = Object.entries(sections).map(([section, value]) => `${section}=${JSON.stringify(value)}`);
    return { file: FILE, seed: 1, variant: 0, set };
  });
  return runBatch(attackedRun, requests, { ...options, ...detailsOf(requests) });
}
