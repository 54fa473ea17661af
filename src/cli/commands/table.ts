/** `cahoots table`, as it is called. */

import { command } from '../command.ts';
import { oneOf, text, texts } from '../flag.ts';

export const FORMATS = ['text', 'markdown', 'latex', 'csv'] as const;

const FLAGS = {
  rows: text('A,B', 'columns of the results whose values stand at the side (default: what the sweep varied)'),
  columns: text('A,B', 'columns of the results whose values stand at the top'),
  value: text('A,B', 'what the means are of, such as resultNs, bytes or clustered'),
  where: texts(
    'CONDITION',
    'only runs such as "protocol = secfc and loss < 10"; with --best, what every run must meet',
  ),
  versus: text('CONDITION', 'show differences from the runs that meet it, pair by pair under the same seed'),
  best: text('FIGURE', 'the settings that do best at it, and what tells them from the first'),
  format: oneOf('FORMAT', 'text, Markdown, LaTeX (booktabs) or CSV', FORMATS),
};

export type TableFlags = typeof FLAGS;

export const TABLE = command({
  name: 'table',
  group: 'results',
  summary: 'make tables of the results of many runs',
  details:
    'RESULTS is a folder that cahoots sweep or merge wrote, or rows of runs as .jsonl, .csv or .parquet. Means are over the runs that came to a result.',
  takes: ['RESULTS'],
  flags: FLAGS,
  examples: [
    ['table grid --rows protocol.privacy --columns protocol --value bytes', 'bytes by privacy and protocol'],
    ['table grid --best resultNs --where "accuracy > 0.9"', 'the fastest setting that is right often enough'],
  ],
});
