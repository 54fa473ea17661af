/** One run of a swarm, as a job. */

import { defined } from '../../core/base/defined.ts';
import { registryOf } from '../../run/plugin/registry.ts';
import { run, type RunOptions } from '../../run/execute/run.ts';
import { loadScenario, type Scenario } from '../../run/scenario/load.ts';
import { type Made, Subject } from '../../run/tidy/about.ts';
import { withDigest } from '../../run/tidy/digest.ts';
import { joined, jsonOf, type Row } from '../../run/tidy/rows.ts';
import { partsOfRun } from '../../run/tidy/run-row.ts';
import { defineJob } from '../executor/job.ts';
import type { RunRequest } from '../batch/run-job.ts';
import { type Falsified, falsifiedBy } from './falsified.ts';
import { crash, type SwarmOutcome, swarmOutcomeOf } from './outcome.ts';

/** The outcome of a run, and which messages its faults falsified. */
export interface Played extends SwarmOutcome {
  readonly falsified?: Falsified;
}

export interface SwarmRequest extends RunRequest {
  readonly made: Made;
}

/** The row of a run, with its outcome and the reason. */
export type SwarmRow = Row & {
  readonly outcome: SwarmOutcome['kind'];
  readonly reason?: string;
  /** How many messages of each type were falsified: JSON. */
  readonly falsified?: string;
};

export const swarmRun = defineJob(
  import.meta.url,
  'swarm',
  ({ file, made, ...options }: SwarmRequest, { plugins, locate }): Promise<SwarmRow> =>
    playSwarmRun(loadScenario(file, { plugins, locate, ...options }), made, { plugins }),
);

/** Runs a scenario as a swarm does. @param made what produces the run, for its row */
export async function playSwarmRun(
  scenario: Scenario,
  made: Made,
  { plugins, signal }: Pick<RunOptions, 'plugins' | 'signal'>,
): Promise<SwarmRow> {
  const about = new Subject(scenario, made).under(scenario.seed);
  try {
    const result = await run(scenario, { plugins, signal, guard: true });
    const { ending, findings } = result;
    const falsified = falsifiedBy(scenario.faults, findings.faults ?? [], registryOf(plugins).faults);
    const played = { ...swarmOutcomeOf(ending, findings), falsified };
    return rowOf(played, ...partsOfRun(about, result), { digest: '' });
  } catch (error) {
    return rowOf(crash(error), about);
  }
}

/**
 * @param known what else is known about the run; the row's digest goes in the place of any that it has
 */
export function rowOf({ kind, reason, falsified = {} }: Played, ...known: readonly Row[]): SwarmRow {
  const counts = Object.keys(falsified).length === 0 ? undefined : jsonOf(falsified);
  return withDigest(joined(...known, { outcome: kind, reason, falsified: counts }) as SwarmRow);
}

/** What a swarm's row says of how its run ended. */
export function playedOf({ outcome: kind, reason, falsified }: SwarmRow): Played {
  return defined({
    kind,
    reason,
    falsified: falsified === undefined ? undefined : (JSON.parse(falsified) as Falsified),
  });
}
