/** `cahoots sweep`, as it is called. */

import { command } from '../command.ts';
import { text, texts, toggle } from '../flag.ts';
import { FAIR_START, KEY, ON, RUN_THREADS, SET, WATCH } from '../shared-flags.ts';

const FLAGS = {
  plan: toggle('list the runs without running them'),
  threads: RUN_THREADS,
  on: ON,
  key: KEY,
  shard: text('I/N', 'run only part I of N, one part per machine; cahoots merge puts the parts together'),
  axis: texts(
    'PATH=VALUES',
    'vary a setting: a range or a list, as under sweep: in the scenario; repeatable',
  ),
  set: SET,
  fairStart: FAIR_START,
  out: text('DIR', 'keep every run here, and resume a sweep that was interrupted'),
  watch: WATCH,
  json: toggle('print one line of JSON for each run instead of text; with --plan, the plan'),
  csv: toggle('print one CSV row for each run instead of text'),
};

export type SweepFlags = typeof FLAGS;

export const SWEEP = command({
  name: 'sweep',
  group: 'runs',
  summary: 'run a scenario over a grid of settings, seeds and protocols',
  details:
    'The scenario says what varies (sweep:), or --axis does. Exit code 1 if a run broke what the scenario expects, or killed its worker.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['sweep scenarios/sweep/thesis.yaml --plan', 'list the runs'],
    [
      'sweep scenarios/quickstart.yaml --axis protocol.privacy=1..4 --axis network.preset=lan,wan',
      'eight points of any scenario',
    ],
    ['sweep scenarios/sweep/thesis.yaml --out grid', 'run them all; run it again to resume'],
  ],
});
