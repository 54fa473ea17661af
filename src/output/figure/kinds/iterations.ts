/** Accuracy and loss, iteration by iteration. */

import { dot, lineY } from '@observablehq/plot';
import { kind } from '../kind.ts';
import { COLOURS } from '../style.ts';

const SERIES = [
  { column: 'loss', title: 'loss' },
  { column: 'accuracy', title: 'accuracy' },
  { column: 'moved', title: 'points that changed their cluster' },
] as const;

export const iterations = kind({
  name: 'iterations',
  summary: 'accuracy and loss by iteration, from running the scenario again',
  needs: 'replay',
  heeds: [],
  rows: ({ iterations: rows }) => rows,
  draw: (rows) => {
    const known = SERIES.filter(({ column }) => rows.some((row) => row[column] !== undefined));
    const ticks = rows.map((row) => Number(row['iteration']));
    const every = Math.ceil(ticks.length / 25);
    return {
      title: 'Iteration by iteration',
      panels: known.map(({ column, title }, i) => ({
        title,
        plot: {
          height: i === known.length - 1 ? 140 : 112,
          marginLeft: 72,
          marginTop: 10,
          marginBottom: i === known.length - 1 ? 38 : 20,
          x: {
            label: i === known.length - 1 ? 'iterations done' : null,
            ticks: ticks.filter((_, at) => at % every === 0),
            tickFormat: 'd',
          },
          y: {
            label: null,
            grid: true,
            ticks: 4,
            ...(column === 'accuracy' && { tickFormat: (share: number) => `${Math.round(share * 100)} %` }),
            ...(column === 'moved' && { zero: true }),
            nice: true,
          },
          marks: [
            lineY(rows, { x: 'iteration', y: column, stroke: COLOURS[i], strokeWidth: 2 }),
            dot(rows, { x: 'iteration', y: column, fill: COLOURS[i], r: 3.5 }),
          ],
        },
      })),
      caption:
        'Of the assignment that the run starts from (0) and of that after each iteration, on the points as they are; known afterwards, and to no party.',
    };
  },
});
