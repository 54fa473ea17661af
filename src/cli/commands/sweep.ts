/** `cahoots sweep`, as it is called. */

import { command } from '../command.ts';
import { text, toggle } from '../flag.ts';
import { JSON_FLAG, ON, RUN_THREADS, SET, WATCH } from '../shared-flags.ts';

const FLAGS = {
  plan: toggle('say which runs there are, and run nothing'),
  threads: RUN_THREADS,
  on: ON,
  shard: text(
    'I/N',
    'only this part of the runs, of N that machines do apart; cahoots merge puts them together',
  ),
  set: SET,
  out: text('DIR', 'keep every run here, and go on where an earlier sweep was stopped'),
  watch: WATCH,
  json: JSON_FLAG,
  csv: toggle('print a row for each run as CSV in place of text'),
};

export type SweepFlags = typeof FLAGS;

export const SWEEP = command({
  name: 'sweep',
  group: 'runs',
  summary: 'run a scenario over a grid of settings, seeds and protocols',
  details:
    'The scenario says what varies (sweep:). Exit code 1 where a run did not do what the scenario expects, or killed its worker.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['sweep scenarios/sweep/thesis.yaml --plan', 'which runs there are'],
    ['sweep scenarios/sweep/thesis.yaml --out grid', 'all of them; again, to go on'],
  ],
});
