/** `cahoots table`, as it is called. */

import { command } from '../command.ts';
import { oneOf, text, texts } from '../flag.ts';
import { JSON_FLAG } from '../shared-flags.ts';

export const FORMATS = ['text', 'markdown', 'latex', 'csv'] as const;
export const STYLES = ['screen', 'paper'] as const;

const FLAGS = {
  rows: text('A,B', 'columns of the results whose values label the rows (default: what the sweep varied)'),
  columns: text('A,B', 'columns of the results whose values head the columns'),
  value: text('A,B', 'figures to average, such as resultNs, bytes or clustered'),
  where: texts(
    'CONDITION',
    'only runs that meet it, such as "protocol = secfc and loss < 10"; with --best, every run of a setting must',
  ),
  versus: text('CONDITION', 'show paired differences, seed by seed, from the runs that meet it'),
  best: text('FIGURE', 'rank the settings by this figure, and test which differ from the best'),
  format: oneOf('FORMAT', 'text, Markdown, LaTeX (booktabs) or CSV', FORMATS),
  style: oneOf(
    'STYLE',
    'where it is shown: a screen (default), or a paper: LaTeX, or Markdown, with a caption that names what was run',
    STYLES,
  ),
  json: JSON_FLAG,
};

export type TableFlags = typeof FLAGS;

export const TABLE = command({
  name: 'table',
  group: 'results',
  summary: 'tabulate the results of many runs',
  details:
    'RESULTS is a folder written by cahoots sweep, merge or compare, or rows of runs as .jsonl, .csv or .parquet. Means are over the runs that reached a result, with as many digits as their intervals justify. ' +
    'In Markdown and LaTeX the best is in bold if it is better than all others in its column, or in its row where the columns are protocols, by the 95 % interval of the difference under the same seeds.',
  takes: ['RESULTS'],
  flags: FLAGS,
  examples: [
    ['table grid --rows protocol.privacy --columns protocol --value bytes', 'bytes by privacy and protocol'],
    ['table grid --best resultNs --where "accuracy > 0.9"', 'the fastest setting that is accurate enough'],
    ['table grid --rows protocol.privacy --columns protocol --style paper', 'a table to include in a paper'],
  ],
});
