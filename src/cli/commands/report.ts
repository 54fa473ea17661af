/** `cahoots report`, as it is called. */

import { command } from '../command.ts';
import { toggle } from '../flag.ts';
import { JSON_FLAG } from '../shared-flags.ts';

const FLAGS = {
  criticalPath: toggle('what the time to the result was spent on, step by step'),
  json: JSON_FLAG,
};

export type ReportFlags = typeof FLAGS;

export const REPORT = command({
  name: 'report',
  group: 'traces',
  summary: 'print the tables of a run again, from its trace',
  details: 'A trace that is cut off is read as far as it goes.',
  takes: ['TRACE'],
  flags: FLAGS,
  examples: [['report out/run.trace --critical-path', 'where the time went']],
  load: async () => (await import('../report.ts')).reportCommand,
});
