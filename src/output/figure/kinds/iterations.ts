/** How good the clustering is, iteration by iteration. */

import { dot, lineY } from '@observablehq/plot';
import type { RunFigure } from '../../../run/figures/table.ts';
import { axisOf } from '../axis.ts';
import { picture } from '../picture.ts';
import { COLOURS } from '../style.ts';

/** Between the assignment that an iteration starts from and the one after it. */
const MOVED: RunFigure = {
  name: 'moved',
  title: 'points that changed their cluster',
  summary: 'points in another cluster than before the iteration',
  unit: 'number',
  range: { least: 0 },
};

export const iterations = picture({
  name: 'iterations',
  summary: 'how good the clustering is by iteration, from running the scenario again',
  needs: 'replay',
  heeds: [],
  rows: ({ iterations: rows }) => rows,
  draw: (rows, _, figures) => {
    const known = [...figures, MOVED].filter(({ name }) => rows.some((row) => row[name] !== undefined));
    const ticks = rows.map((row) => Number(row['iteration']));
    const every = Math.ceil(ticks.length / 25);
    return {
      title: 'Iteration by iteration',
      panels: known.map((figure, i) => ({
        title: figure.title,
        plot: {
          height: i === known.length - 1 ? 140 : 112,
          marginLeft: 72,
          marginTop: 10,
          marginBottom: i === known.length - 1 ? 38 : 20,
          x: {
            label: i === known.length - 1 ? 'iterations done' : null,
            ticks: ticks.filter((iteration) => iteration % every === 0),
            tickFormat: 'd',
          },
          y: {
            label: null,
            grid: true,
            ...axisOf(
              figure,
              rows.flatMap((row) => (typeof row[figure.name] === 'number' ? Number(row[figure.name]) : [])),
              { count: 4, zero: figure === MOVED },
            ),
          },
          marks: [
            lineY(rows, { x: 'iteration', y: figure.name, stroke: COLOURS[i], strokeWidth: 2 }),
            dot(rows, { x: 'iteration', y: figure.name, fill: COLOURS[i], r: 3.5 }),
          ],
        },
      })),
      caption:
        'Of the assignment that the run starts from (0) and of that after each iteration, on the points as they are; known afterwards, and to no party.',
    };
  },
});
