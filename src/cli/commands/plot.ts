/** `cahoots plot`, as it is called. */

import { command } from '../command.ts';
import { LEGENDS, PICTURE_FORMATS, STYLES } from '../../output/figure/styles.ts';
import { integer, oneOf, short, text } from '../flag.ts';
import { DATA, JSON_FLAG } from '../shared-flags.ts';

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
    text(
      'FILE',
      'a picture (.svg, .png, .pdf), Vega-Lite (.vl.json), or a folder for several (default: the folder of FILE)',
    ),
  ),
  format: oneOf('FORMAT', 'as what pictures in a folder are written (default: svg)', PICTURE_FORMATS),
  table: text('FILE', 'also write the numbers behind the picture (.csv, .jsonl, .parquet)'),
  style: oneOf('STYLE', 'where it is shown: a screen (default), a column of a paper, slides', STYLES),
  columns: integer('N', 'with --style paper: columns of the page that it spans, 85 or 178 mm', {
    least: 1,
    most: 2,
  }),
  width: text('LENGTH', 'its width, such as 85mm, 3.5in or 400px'),
  height: text('LENGTH', 'its height (default: what its parts need)'),
  title: text('TEXT', 'another title'),
  caption: text('TEXT', 'another caption, below it: what it is of'),
  xLabel: text('TEXT', 'another label of the x axis'),
  yLabel: text('TEXT', 'another label of the y axis'),
  log: oneOf('AXIS', 'logarithmic axes: x of the setting, y of the figure, or both', ['x', 'y', 'both']),
  legend: oneOf('PLACE', 'where the legend is', LEGENDS),
  data: DATA,
  json: JSON_FLAG,
};

export type PlotFlags = typeof FLAGS;

export const PLOT = command({
  name: 'plot',
  group: 'results',
  summary: 'draw a run, a comparison or a sweep',
  details:
    'FILE is a trace, the runs of a comparison or a sweep (CSV, JSON lines, Parquet), or the output of attack --json. ' +
    'PNG and PDF need optional packages; Vega-Lite is the picture with its rows, to be restyled. With --style paper, a caption that names what was run is written beside the ' +
    'picture, as .tex and .md.',
  takes: ['FILE...'],
  readsTraces: true,
  listsValues: true,
  flags: FLAGS,
  examples: [
    ['plot out/run.trace --kind space-time --round 2 -o round-2.svg', 'who sent what to whom in a round'],
    [
      'plot results/runs.csv --kind sweep --x protocol.privacy --y bytes -o sweep.pdf',
      'a figure against a setting',
    ],
  ],
});
