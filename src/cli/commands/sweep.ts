/** `cahoots sweep`, as it is called. */

import { command } from '../command.ts';
import { text, toggle } from '../flag.ts';
import { ON, RUN_THREADS, SET, WATCH } from '../shared-flags.ts';

const FLAGS = {
  plan: toggle('list the runs without running them'),
  threads: RUN_THREADS,
  on: ON,
  shard: text('I/N', 'run only part I of N, one part per machine; cahoots merge puts the parts together'),
  set: SET,
  out: text('DIR', 'keep every run here, and resume a sweep that was interrupted'),
  watch: WATCH,
  json: toggle('print one line of JSON for each run instead of text'),
  csv: toggle('print one CSV row for each run instead of text'),
};

export type SweepFlags = typeof FLAGS;

export const SWEEP = command({
  name: 'sweep',
  group: 'runs',
  summary: 'run a scenario over a grid of settings, seeds and protocols',
  details:
    'The scenario says what varies (sweep:). Exit code 1 if a run broke what the scenario expects, or killed its worker.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['sweep scenarios/sweep/thesis.yaml --plan', 'list the runs'],
    ['sweep scenarios/sweep/thesis.yaml --out grid', 'run them all; run it again to resume'],
  ],
});
