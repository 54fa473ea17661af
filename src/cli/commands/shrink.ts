/** `cahoots shrink`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';
import { DATA, JSON_FLAG, SEED, SET } from '../shared-flags.ts';

const FLAGS = {
  seed: SEED,
  set: SET,
  data: DATA,
  out: text('FILE', 'write the scenario to this new file'),
  json: JSON_FLAG,
};

export type ShrinkFlags = typeof FLAGS;

export const SHRINK = command({
  name: 'shrink',
  group: 'runs',
  summary: 'find the smallest scenario that still fails as this one does',
  details:
    'FILE is a scenario or a trace. Only the faults, clients and points that the failure needs are left.',
  takes: ['FILE'],
  readsTraces: true,
  flags: FLAGS,
  examples: [['shrink out/run.trace --out small.yaml', '']],
});
