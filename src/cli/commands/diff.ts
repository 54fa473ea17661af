/** `cahoots diff`, as it is called. */

import { command } from '../command.ts';
import { JSON_FLAG } from '../shared-flags.ts';

const FLAGS = { json: JSON_FLAG };

export type DiffFlags = typeof FLAGS;

export const DIFF = command({
  name: 'diff',
  group: 'traces',
  summary: 'show where two runs diverge, and what every actor was doing',
  details: 'Exit code 4 if they differ.',
  takes: ['TRACE', 'TRACE'],
  readsTraces: true,
  flags: FLAGS,
  examples: [['diff a/run.trace b/run.trace', '']],
});
