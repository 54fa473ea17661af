/** `cahoots export`, as it is called. */

import { FORMATS } from '../../studies/tables/format.ts';
import { command } from '../command.ts';
import { integer, oneOf, text, texts } from '../flag.ts';
import { DATA, JSON_FLAG } from '../shared-flags.ts';

const FLAGS = {
  to: oneOf('FORMAT', 'tables as csv (the default), jsonl or parquet; or perfetto, pcap or mermaid', [
    ...FORMATS,
    'perfetto',
    'pcap',
    'mermaid',
  ]),
  out: text('DIR', 'where to write the files (default: next to FILE)'),
  table: texts(
    'NAME',
    'only this table: runs (with figures, which says what its columns mean), rounds, links, exchanges, parties, waits or events',
  ),
  round: integer('N', 'with --to mermaid: what happened in this round', { most: 2 ** 32 - 1 }),
  data: DATA,
  json: JSON_FLAG,
};

export type ExportFlags = typeof FLAGS;

export const EXPORT = command({
  name: 'export',
  group: 'traces',
  summary: 'export a run to other tools: tables, Perfetto, pcap, Mermaid',
  details:
    'A trace becomes tables of its run, figures, rounds, links, exchanges, parties, waits and events, or a file for ui.perfetto.dev, for tcpdump and Wireshark ' +
    '(the scenario is run again, as a trace keeps no payloads), or a Mermaid diagram. The runs of a study (runs.jsonl, runs.csv, or the folder of a sweep) become one table, with figures beside it. ' +
    'Every row has the key of its run.',
  takes: ['FILE'],
  readsTraces: true,
  flags: FLAGS,
  examples: [
    ['export out/run.trace --to parquet', 'every event of a run, for DuckDB'],
    ['export grid --to parquet', 'the runs of a sweep'],
    ['export out/run.trace --to perfetto', 'the run in ui.perfetto.dev'],
    ['export out/run.trace --to pcap', 'its messages in Wireshark'],
  ],
});
