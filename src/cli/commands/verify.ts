/** `cahoots verify`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';
import { JSON_FLAG } from '../shared-flags.ts';

const FLAGS = {
  run: text('KEY', 'only the runs whose key (column run) begins with this'),
  data: text('DIR', 'read data files from this directory (default: where the scenario was)'),
  json: JSON_FLAG,
};

export type VerifyFlags = typeof FLAGS;

export const VERIFY = command({
  name: 'verify',
  group: 'runs',
  summary: 'run the rows of a results file again and compare every column',
  details:
    'FILE is what compare, swarm, sweep and export write (runs.csv, .jsonl or .parquet), or the folder of a study. It names the columns of each row that differ from what its run gives now; then the exit code is 1, and the output says what has changed since: data, code, or the row. Columns that were measured are not compared.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [['verify results/runs.csv --run f2113180', 'check a figure from last month']],
});
