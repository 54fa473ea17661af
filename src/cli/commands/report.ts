/** `cahoots report`, as it is called. */

import { command } from '../command.ts';
import { text, toggle } from '../flag.ts';
import { DATA, FASTER, JSON_FLAG, THREADS, WHAT_IF } from '../shared-flags.ts';

const FLAGS = {
  criticalPath: toggle('what every part of the time to the result was spent on'),
  faster: FASTER,
  whatIf: WHAT_IF,
  json: JSON_FLAG,
  html: text('FILE', 'write a self-contained page for browsers'),
  without: text('FAULT', 'with --html: add the same run without this fault, side by side'),
  traceOnly: toggle('with --html: do not run the scenario again (which adds iterations, costs and leaks)'),
  data: DATA,
  threads: THREADS,
};

export type ReportFlags = typeof FLAGS;

export const REPORT = command({
  name: 'report',
  group: 'traces',
  summary: 'print the tables of a kept run, or write a page with pictures',
  details:
    'FILE is a trace. With --html it can also be two traces, side by side, or the runs of a comparison or a sweep (CSV or JSON lines). ' +
    'A trace that is cut off is read as far as it goes.',
  takes: ['FILE...'],
  readsTraces: true,
  flags: FLAGS,
  examples: [
    ['report out/run.trace --critical-path', 'where the time went'],
    ['report out/run.trace --faster', 'what would make it faster'],
    ['report out/run.trace --html out/report.html', 'the whole run as a page, with a zoomable timeline'],
    ['report out/run.trace --without "partition 1" --html out/what-if.html', 'with and without a fault'],
  ],
});
