/** `cahoots init`, as it is called. */

import { command } from '../command.ts';
import { text, toggle } from '../flag.ts';
import { JSON_FLAG } from '../shared-flags.ts';

const FLAGS = {
  csv: text('FILE', 'write a scenario for this CSV file, and copy the file next to it'),
  label: text('COLUMN', 'with --csv: the column that holds the true cluster, to score the result'),
  client: text(
    'COLUMN',
    'with --csv: the column that says who holds a point; absent: one with a name like hospital or site, if there is one',
  ),
  protocol: toggle('write a protocol to start from, in JavaScript, and a scenario that runs it'),
  examples: toggle('copy the scenarios and examples that come with Cahoots'),
  json: JSON_FLAG,
};

export type InitFlags = typeof FLAGS;

export const INIT = command({
  name: 'init',
  group: 'scenarios and data',
  summary: 'write a first scenario, one for a CSV file, or a protocol project',
  details:
    'FOLDER is created, and gives the scenario or protocol its name. Existing files are never overwritten.',
  takes: ['FOLDER'],
  flags: FLAGS,
  examples: [
    ['init first', 'a scenario to change'],
    [
      'init patients --csv examples/own-data/patients.csv --label diagnosis --client hospital',
      'a scenario for your table',
    ],
    ['init my-protocol --protocol', 'a protocol to change'],
    ['init . --examples', 'the scenarios that documents name, here'],
  ],
});
