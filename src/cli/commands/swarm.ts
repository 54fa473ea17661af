/** `cahoots swarm`, as it is called. */

import { command } from '../command.ts';
import { integer, text, toggle } from '../flag.ts';
import { JSON_FLAG, ON, RUN_THREADS, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  runs: integer('N', 'how many (default: 100)', { least: 1, most: 1_000_000 }),
  heal: toggle('let every fault end, after which the protocol has to finish'),
  seed: SEED,
  threads: RUN_THREADS,
  on: ON,
  set: SET,
  out: text('DIR', 'keep every run here, and go on where an earlier swarm was stopped'),
  json: JSON_FLAG,
};

export type SwarmFlags = typeof FLAGS;

export const SWARM = command({
  name: 'swarm',
  group: 'runs',
  summary: 'run a scenario under random faults, and say what came of each run',
  details: 'Every run draws its own faults from its own seed. Exit code 1 where one of them is found out.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [['swarm scenarios/swarm/secfc.yaml --runs 50 --heal', 'fifty bad days that end']],
});
