/** Curves on logarithmic axes, one panel below the other. */

import { axisX, axisY, dot, gridY, line } from '@observablehq/plot';
import { countTick } from '../../src/output/figure/scale.ts';
import { colourOf } from '../../src/output/figure/style.ts';
import { svgOf } from '../../src/output/figure/svg.ts';

export interface Series {
  readonly title: string;
  /** One per position along the panel's axis, positive. */
  readonly values: readonly number[];
}

export interface Panel {
  readonly title: string;
  /** Positive, ascending. */
  readonly at: readonly number[];
  /** The same curves in every panel. */
  readonly series: readonly Series[];
}

/**
 * A picture as SVG; all panels share the vertical axis, over whole decades.
 * @param title of the picture
 * @param caption what its vertical axis shows
 */
export function plot(title: string, caption: string, panels: readonly Panel[]): string {
  const names = panels[0].series.map((curve) => curve.title);
  const colour = colourOf(names);
  const decades = decadesAround(panels.flatMap(({ series }) => series.flatMap(({ values }) => values)));
  return svgOf({
    title,
    caption,
    legend: names.map((label) => ({ label, colour: colour(label), shape: 'line' })),
    panels: panels.map(({ title: name, at, series }) => {
      const points = series.flatMap((curve) =>
        at.map((x, i) => ({ name: curve.title, x, y: curve.values[i] })),
      );
      return {
        plot: {
          height: 200,
          marginLeft: 56,
          marginBottom: 40,
          x: { type: 'log' },
          y: { type: 'log', domain: [decades[0], decades[decades.length - 1]] },
          color: { domain: names, range: names.map(colour) },
          // With texts of their own, since axes on a logarithmic scale leave some out.
          marks: [
            gridY(decades),
            axisX(at, { text: String, label: name }),
            axisY(decades, {
              text: (value: number) => (value < 1 ? `${value}` : countTick(value)),
              label: null,
            }),
            line(points, { x: 'x', y: 'y', stroke: 'name', strokeWidth: 2 }),
            dot(points, { x: 'x', y: 'y', fill: 'name', r: 3 }),
          ],
        },
      };
    }),
  });
}

/** The powers of ten from below all values to above them. */
function decadesAround(values: readonly number[]): number[] {
  let low = 0;
  while (10 ** low > Math.min(...values)) low--;
  while (10 ** (low + 1) <= Math.min(...values)) low++;
  let high = low + 1;
  while (10 ** high < Math.max(...values)) high++;
  return Array.from({ length: high - low + 1 }, (_, i) => Number(`1e${low + i}`));
}
