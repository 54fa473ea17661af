/** One run of a swarm, as a job. */

import { defined } from '../../core/base/defined.ts';
import { registryOf } from '../../run/plugin/registry.ts';
import { run, type RunOptions, type RunResult } from '../../run/execute/run.ts';
import { loadScenario, type Scenario } from '../../run/scenario/load.ts';
import { type Made, Subject } from '../../run/tidy/about.ts';
import { withDigest } from '../../run/tidy/digest.ts';
import { joined, jsonOf, type Row } from '../../run/tidy/rows.ts';
import { partsOfRun } from '../../run/tidy/run-row.ts';
import { noteCells } from '../../run/report/notes.ts';
import { defineJob } from '../executor/job.ts';
import type { RunRequest } from '../batch/run-job.ts';
import { type Falsified, falsifiedBy } from './falsified.ts';
import { crash, type SwarmOutcome, swarmOutcomeOf } from './outcome.ts';

/** The outcome of a run, and which messages its faults falsified. */
export interface Played extends SwarmOutcome {
  readonly falsified?: Falsified;
}

export interface SwarmRequest extends RunRequest {
  /** What produces the run, for its row; absent if nobody keeps rows. */
  readonly made?: Made;
}

/** The row of a run, with its outcome and the reason; where nobody keeps rows, only these, its seed and its notes. */
export type SwarmRow = Row & {
  readonly outcome: SwarmOutcome['kind'];
  readonly reason?: string;
  /** How many messages of each type were falsified: JSON. */
  readonly falsified?: string;
};

export const swarmRun = defineJob(
  import.meta.url,
  'swarm',
  ({ file, made, ...options }: SwarmRequest, { plugins, locate }): Promise<SwarmRow> => {
    const scenario = loadScenario(file, { plugins, locate, ...options });
    return made === undefined ? playUnkept(scenario, { plugins }) : playSwarmRun(scenario, made, { plugins });
  },
);

/** Runs a scenario as a swarm does. @param made what produces the run, for its row */
export async function playSwarmRun(
  scenario: Scenario,
  made: Made,
  options: Pick<RunOptions, 'plugins' | 'signal'>,
): Promise<SwarmRow> {
  const about = new Subject(scenario, made).under(scenario.seed);
  const { played, result } = await play(scenario, options);
  if (result === undefined) return rowOf(played, about);
  return rowOf(played, ...partsOfRun(about, result), { digest: '' });
}

/** The same where nobody keeps the row: a short run takes longer to hash, to score and to describe than to simulate. */
async function playUnkept(scenario: Scenario, options: Pick<RunOptions, 'plugins'>): Promise<SwarmRow> {
  const { played, result } = await play(scenario, { ...options, hashed: false, scored: false });
  const notes = result === undefined ? {} : noteCells(result.findings);
  return joined({ seed: scenario.seed }, notes, cellsOf(played)) as SwarmRow;
}

/** A run, and how it ended; without a result if an exception ended it. */
async function play(
  scenario: Scenario,
  options: Pick<RunOptions, 'plugins' | 'signal' | 'hashed' | 'scored'>,
): Promise<{ readonly played: Played; readonly result?: RunResult }> {
  try {
    const result = await run(scenario, { ...options, guard: true });
    const { ending, findings } = result;
    const kinds = registryOf(options.plugins).faults;
    const falsified = falsifiedBy(scenario.faults, findings.faults ?? [], kinds);
    return { played: { ...swarmOutcomeOf(ending, findings), falsified }, result };
  } catch (error) {
    return { played: crash(error) };
  }
}

/**
 * @param known what else is known about the run; the row's digest goes in the place of any that it has
 */
export function rowOf(played: Played, ...known: readonly Row[]): SwarmRow {
  return withDigest(joined(...known, cellsOf(played)) as SwarmRow);
}

function cellsOf({ kind, reason, falsified = {} }: Played): Row {
  const counts = Object.keys(falsified).length === 0 ? undefined : jsonOf(falsified);
  return { outcome: kind, reason, falsified: counts };
}

/** What a swarm's row says of how its run ended. */
export function playedOf({ outcome: kind, reason, falsified }: SwarmRow): Played {
  return defined({
    kind,
    reason,
    falsified: falsified === undefined ? undefined : (JSON.parse(falsified) as Falsified),
  });
}
