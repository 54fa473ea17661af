/** `cahoots init`, as it is called. */

import { command } from '../command.ts';
import { text, toggle } from '../flag.ts';

const FLAGS = {
  csv: text('FILE', 'a scenario on the points of this CSV file, which is copied beside it'),
  label: text('COLUMN', 'with --csv: the column that holds the true cluster, to score the result'),
  client: text('COLUMN', 'with --csv: the column that says who holds a point'),
  protocol: toggle('a protocol to begin with, in JavaScript, and a scenario that runs it'),
};

export type InitFlags = typeof FLAGS;

export const INIT = command({
  name: 'init',
  group: 'scenarios and data',
  summary: 'write a first scenario, one for a CSV file, or a protocol project',
  details:
    'FOLDER is made, and its name is that of the scenario or protocol. Nothing that exists is overwritten.',
  takes: ['FOLDER'],
  flags: FLAGS,
  examples: [
    ['init first', 'a scenario to change'],
    [
      'init patients --csv examples/own-data/patients.csv --label diagnosis --client hospital',
      'one for a table',
    ],
    ['init my-protocol --protocol', 'a protocol to change'],
  ],
});
