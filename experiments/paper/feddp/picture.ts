/** Cost against total epsilon: one curve for each family of methods, the best of them at each budget. */

import { dot, line } from '@observablehq/plot';
import { colourOf } from '../../../src/output/figure/style.ts';
import { svgOf } from '../../../src/output/figure/svg.ts';
import { type PaperOptions, writeFigure } from '../options.ts';
import type { Point } from './front.ts';

export interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
}

/** Writes the picture. */
export function drawCosts(
  options: Pick<PaperOptions, 'figures'>,
  file: string,
  curves: readonly Curve[],
  words: { readonly title: string; readonly caption: string; readonly y: string },
): void {
  const names = curves.map(({ name }) => name);
  const colour = colourOf(names);
  const points = curves.flatMap(({ name, points: all }) => all.map((point) => ({ name, ...point })));
  const epsilons = [...new Set(points.map(({ epsilon }) => epsilon))].toSorted((a, b) => a - b);
  const svg = svgOf({
    title: words.title,
    caption: words.caption,
    legend: names.map((label) => ({ label, colour: colour(label) })),
    panels: [
      {
        plot: {
          height: 320,
          marginLeft: 56,
          x: { type: 'log', label: 'total epsilon at delta 1e-6', ticks: epsilons, tickFormat: String },
          y: {
            type: 'log',
            label: words.y,
            grid: true,
            ticks: 6,
            tickFormat: (value: number) => value.toPrecision(2),
          },
          color: { domain: names, range: names.map(colour) },
          marks: [
            line(points, { x: 'epsilon', y: 'cost', stroke: 'name' }),
            dot(points, { x: 'epsilon', y: 'cost', fill: 'name', r: 3 }),
          ],
        },
      },
    ],
  });
  writeFigure(options, file, svg);
}
