/** `cahoots report`, as it is called. */

import { command } from '../command.ts';
import { text, toggle } from '../flag.ts';
import { DATA, JSON_FLAG, THREADS } from '../shared-flags.ts';

const FLAGS = {
  criticalPath: toggle('what the time to the result was spent on, step by step'),
  json: JSON_FLAG,
  html: text('FILE', 'write a page for browsers: one file that needs nothing else'),
  without: text('FAULT', 'with --html: beside the run, the same without this fault'),
  traceOnly: toggle('with --html: do not run the scenario again, which finds iterations, costs and leaks'),
  data: DATA,
  threads: THREADS,
};

export type ReportFlags = typeof FLAGS;

export const REPORT = command({
  name: 'report',
  group: 'traces',
  summary: 'print the tables of a run again, or write them as a page with pictures',
  details:
    'Of a trace, or with --html of two side by side, or of the runs of a comparison or a sweep (CSV or JSON lines). ' +
    'A trace that is cut off is read as far as it goes.',
  takes: ['FILE...'],
  flags: FLAGS,
  examples: [
    ['report out/run.trace --critical-path', 'where the time went'],
    ['report out/run.trace --html out/report.html', 'the whole run as a page, with a timeline to zoom into'],
    ['report out/run.trace --without "partition 1" --html out/what-if.html', 'with and without a fault'],
  ],
});
