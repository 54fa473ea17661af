/** `cahoots plot`, as it is called. */

import { command } from '../command.ts';
import { integer, short, text } from '../flag.ts';
import { DATA } from '../shared-flags.ts';

const FLAGS = {
  kind: text('KIND', 'what to draw (default: every kind that there is something to draw of)'),
  x: text('COLUMN', 'of a table: what runs to the right, such as protocol.privacy'),
  y: text('COLUMN', 'of a table: what is drawn, such as accuracy or bytes'),
  by: text('COLUMN', 'of a table: by what runs are told apart (default: the protocol)'),
  round: integer('N', 'of a trace: what happened in this round', { most: 2 ** 32 - 1 }),
  from: text('TIME', 'of a trace: from this virtual time on, such as 1.5s'),
  until: text('TIME', 'of a trace: up to this virtual time'),
  out: short(
    'o',
    text('FILE', 'a picture (.svg, .png, .pdf), or a folder for several (default: the folder of the file)'),
  ),
  table: text('FILE', 'write the numbers that are drawn beside it (.csv, .jsonl, .parquet)'),
  data: DATA,
};

export type PlotFlags = typeof FLAGS;

export const PLOT = command({
  name: 'plot',
  group: 'results',
  summary: 'draw pictures of a run, of a comparison or of a sweep',
  details:
    'FILE is a trace, the runs of a comparison or a sweep (CSV, JSON lines, Parquet), or what attack --json printed. ' +
    'PNG and PDF take packages that are installed when they are wanted. Kinds of a trace: waits, space-time, phases, pairs, cumulative, ' +
    'links, queues, unlearning; of one that is run again for it: iterations, exposure (also of what attack --json printed); of a table: ' +
    'compare, sweep, waited, epsilon, frontier.',
  takes: ['FILE...'],
  flags: FLAGS,
  examples: [
    ['plot out/run.trace --kind space-time --round 2 -o round-2.svg', 'who sent what to whom in a round'],
    [
      'plot results/runs.csv --kind sweep --x protocol.privacy --y bytes -o sweep.pdf',
      'a figure over a setting',
    ],
  ],
});
