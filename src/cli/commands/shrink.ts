/** `cahoots shrink`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';
import { DATA, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  seed: SEED,
  set: SET,
  data: DATA,
  out: text('FILE', 'write it to this new file'),
};

export type ShrinkFlags = typeof FLAGS;

export const SHRINK = command({
  name: 'shrink',
  group: 'runs',
  summary: 'find the smallest scenario that still breaks what this one breaks',
  details:
    'FILE is a scenario, or the trace of a run. What is left is what is needed: faults, clients, points.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [['shrink out/run.trace --out small.yaml', '']],
});
