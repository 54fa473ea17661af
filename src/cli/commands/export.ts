/** `cahoots export`, as it is called. */

import { FORMATS } from '../../results/format.ts';
import { command } from '../command.ts';
import { oneOf, text, texts } from '../flag.ts';

const FLAGS = {
  out: text('DIR', 'where the tables are written (default: beside the file)'),
  format: oneOf('FORMAT', 'csv (the default), jsonl or parquet', FORMATS),
  table: texts('NAME', 'one table of several: runs, rounds, links, parties, waits or events'),
};

export type ExportFlags = typeof FLAGS;

export const EXPORT = command({
  name: 'export',
  group: 'traces',
  summary: 'write a run as tables, for spreadsheets and databases',
  details:
    'Of a trace: its run, rounds, links, parties, waits and events. Of the runs of a study (runs.jsonl, runs.csv): these runs. Every row knows its run by a key.',
  takes: ['FILE'],
  flags: FLAGS,
  examples: [
    ['export out/run.trace --format parquet', 'every event of a run, for DuckDB'],
    ['export results/runs.jsonl --format parquet', 'the runs of a comparison'],
  ],
  load: async () => (await import('../export.ts')).exportCommand,
});
