/** `cahoots swarm`, as it is called. */

import { command } from '../command.ts';
import { integer, text, toggle } from '../flag.ts';
import { FAIR_START, JSON_FLAG, KEY, ON, RUN_THREADS, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  runs: integer('N', 'number of runs (default: 100)', { least: 1, most: 1_000_000 }),
  heal: toggle('end every fault in time, after which the protocol must finish'),
  seed: SEED,
  threads: RUN_THREADS,
  on: ON,
  key: KEY,
  set: SET,
  fairStart: FAIR_START,
  out: text('DIR', 'keep every run here, and resume a swarm that was interrupted'),
  json: JSON_FLAG,
};

export type SwarmFlags = typeof FLAGS;

export const SWARM = command({
  name: 'swarm',
  group: 'runs',
  summary: 'run a scenario under random faults, and count the outcomes',
  details:
    'Every run draws its faults from its own seed. Exit code 1 if a run crashes, hangs, breaks an expectation or accepts a wrong result.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [['swarm scenarios/swarm/secfc.yaml --runs 50 --heal', 'fifty bad days that end']],
});
