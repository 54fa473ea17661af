/** `cahoots compare`, as it is called. */

import { command } from '../command.ts';
import { integer, text, toggle } from '../flag.ts';
import { JSON_FLAG, ON, RUN_THREADS, SET, WATCH } from '../shared-flags.ts';

const FLAGS = {
  seeds: integer('N', 'how many seeds, beginning with the one in the scenario', {
    least: 1,
    most: 1_000_000,
  }),
  threads: RUN_THREADS,
  on: ON,
  set: SET,
  out: text('DIR', 'keep every run here, and go on where an earlier comparison was stopped'),
  watch: WATCH,
  json: JSON_FLAG,
  csv: toggle('print CSV in place of text'),
};

export type CompareFlags = typeof FLAGS;

export const COMPARE = command({
  name: 'compare',
  group: 'runs',
  summary: 'run scenarios and protocols over several seeds, side by side',
  details:
    'The scenarios may name several protocols each (compare:). Every run has its own row in what --csv and --out write. Exit code 1 where a run did not finish, was not what its protocol promises, or not what the scenario expects.',
  takes: ['FILE...'],
  flags: FLAGS,
  examples: [
    ['compare scenarios/quickstart.yaml scenarios/kfed.yaml --seeds 5', 'two scenarios, five seeds each'],
  ],
});
