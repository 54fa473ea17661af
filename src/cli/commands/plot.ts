/** `cahoots plot`, as it is called. */

import { command } from '../command.ts';
import { integer, short, text } from '../flag.ts';
import { DATA } from '../shared-flags.ts';

const FLAGS = {
  kind: text('KIND', 'what to draw (default: everything that can be drawn from FILE)'),
  x: text('COLUMN', 'of a table: the x axis, such as protocol.privacy'),
  y: text('COLUMN', 'of a table: the y axis, such as accuracy or bytes'),
  by: text('COLUMN', 'of a table: what distinguishes the series (default: the protocol)'),
  round: integer('N', 'of a trace: what happened in this round', { most: 2 ** 32 - 1 }),
  from: text('TIME', 'of a trace: from this virtual time, such as 1.5s'),
  until: text('TIME', 'of a trace: up to this virtual time'),
  out: short(
    'o',
    text('FILE', 'a picture (.svg, .png, .pdf), or a folder for several (default: the folder of FILE)'),
  ),
  table: text('FILE', 'also write the numbers behind the picture (.csv, .jsonl, .parquet)'),
  data: DATA,
};

export type PlotFlags = typeof FLAGS;

export const PLOT = command({
  name: 'plot',
  group: 'results',
  summary: 'draw a run, a comparison or a sweep',
  details:
    'FILE is a trace, the runs of a comparison or a sweep (CSV, JSON lines, Parquet), or the output of attack --json. ' +
    'PNG and PDF need optional packages. Kinds for a trace: waits, space-time, phases, pairs, cumulative, ' +
    'links, queues, unlearning; for a trace that is run again: iterations, exposure (also from attack --json); for a table: ' +
    'compare, sweep, waited, epsilon, frontier.',
  takes: ['FILE...'],
  flags: FLAGS,
  examples: [
    ['plot out/run.trace --kind space-time --round 2 -o round-2.svg', 'who sent what to whom in a round'],
    [
      'plot results/runs.csv --kind sweep --x protocol.privacy --y bytes -o sweep.pdf',
      'a figure against a setting',
    ],
  ],
});
