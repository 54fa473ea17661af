/** `cahoots compare`, as it is called. */

import { command } from '../command.ts';
import { integer, text, toggle } from '../flag.ts';
import { FAIR_START, JSON_FLAG, KEY, ON, RUN_THREADS, SET, WATCH } from '../shared-flags.ts';

const FLAGS = {
  seeds: integer('N', 'number of seeds, starting with the one in the scenario', {
    least: 1,
    most: 1_000_000,
  }),
  threads: RUN_THREADS,
  on: ON,
  key: KEY,
  set: SET,
  fairStart: FAIR_START,
  out: text('DIR', 'keep every run here, and resume a comparison that was interrupted'),
  watch: WATCH,
  json: JSON_FLAG,
  csv: toggle('print CSV instead of text'),
};

export type CompareFlags = typeof FLAGS;

export const COMPARE = command({
  name: 'compare',
  group: 'runs',
  summary: 'compare scenarios and protocols over several seeds',
  details:
    'A scenario can name several protocols (compare:). --csv and --out write one row for every run. Exit code 1 if a run did not finish, or broke what its protocol promises or what the scenario expects.',
  takes: ['FILE...'],
  flags: FLAGS,
  examples: [
    ['compare scenarios/quickstart.yaml scenarios/kfed.yaml --seeds 5', 'two scenarios, five seeds each'],
  ],
});
