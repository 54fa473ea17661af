/** Means with their intervals over what was varied: what several kinds of pictures of sweeps have in common. */

import { areaY, dot, lineY } from '@observablehq/plot';
import { rangeOf, type RunFigure } from '../results/figures.ts';
import type { Row } from '../results/rows.ts';
import { spread } from '../results/statistics.ts';
import { figureOf, groupOf, tick } from './columns.ts';
import type { Item, Panel } from './drawing.ts';
import { colourOf } from './style.ts';

/** A row for each figure, group and value of `x`. */
export function curveRows(
  rows: readonly Row[],
  x: string,
  by: string | undefined,
  figures: readonly RunFigure[],
): Row[] {
  const at = new Map<string, { group: string; x: number; rows: Row[] }>();
  for (const row of rows) {
    if (typeof row[x] !== 'number') continue;
    const group = groupOf(row, by);
    const key = `${group}\n${row[x]}`;
    const place = at.get(key) ?? { group, x: row[x], rows: [] };
    place.rows.push(row);
    at.set(key, place);
  }
  return figures.flatMap(({ name }) =>
    [...at.values()]
      .toSorted((a, b) => a.x - b.x)
      .flatMap(({ group, x: value, rows: own }): Row[] => {
        const values = own.map((row) => row[name]).filter((cell) => typeof cell === 'number');
        if (values.length === 0) return [{ figure: name, group, x: value, runs: 0, of: own.length }];
        const { runs, mean, interval, minimum, maximum } = spread(values, rangeOf(figureOf(name)));
        return [
          {
            figure: name,
            group,
            x: value,
            runs,
            of: own.length,
            mean,
            low: interval?.low,
            high: interval?.high,
            minimum,
            maximum,
          },
        ];
      }),
  );
}

/** A panel for each figure, one below the other over the same `x`. */
export function curvePanels(
  rows: readonly Row[],
  x: string,
  log: boolean,
): { panels: Panel[]; legend: Item[]; few: boolean } {
  const figures = [...new Set(rows.map((row) => String(row['figure'])))];
  const groups = [...new Set(rows.map((row) => String(row['group'])))];
  const colour = colourOf(groups);
  const of = (row: Row): string => colour(String(row['group']));
  const values = [...new Set(rows.map((row) => Number(row['x'])))];
  const panels = figures.map((name, i): Panel => {
    const own = rows.filter((row) => row['figure'] === name && row['mean'] !== undefined);
    const last = i === figures.length - 1;
    const { title, better } = figureOf(name);
    return {
      title: better === undefined ? title : `${title} (${better === 'up' ? 'more' : 'less'} is better)`,
      plot: {
        height: last ? 190 : 156,
        marginLeft: 76,
        marginTop: 10,
        marginBottom: last ? 40 : 22,
        x: {
          label: last ? figureOf(x).title : null,
          tickFormat: tick(x),
          ...(values.length <= 12 && { ticks: values }),
          ...(log && { type: 'log' }),
        },
        y: {
          label: null,
          grid: true,
          ticks: 5,
          nice: true,
          tickFormat: tick(name),
          ...(name === 'accuracy' ? {} : { zero: true }),
        },
        marks: [
          areaY(
            own.filter((row) => row['low'] !== undefined),
            { x: 'x', y1: 'low', y2: 'high', z: 'group', fill: of, fillOpacity: 0.2 },
          ),
          lineY(own, { x: 'x', y: 'mean', z: 'group', stroke: of, strokeWidth: 2 }),
          dot(own, { x: 'x', y: 'mean', fill: of, r: 3.5 }),
        ],
      },
    };
  });
  return {
    panels,
    legend:
      groups.length === 1 ? [] : groups.map((label) => ({ label, colour: colour(label), shape: 'line' })),
    few: rows.some((row) => Number(row['runs']) < Number(row['of'])),
  };
}

/** What stands under such pictures. */
export function curveCaption(rows: readonly Row[], few: boolean): string {
  const counts = [...new Set(rows.map((row) => Number(row['of'])))].toSorted((a, b) => a - b);
  const runs = counts.length === 1 ? `${counts[0]}` : `${counts[0]} to ${counts[counts.length - 1]}`;
  const interval =
    counts[counts.length - 1] > 1
      ? 'shaded: the 95 % interval of the mean (Student’s t)'
      : 'no interval from single runs';
  return `Means of ${runs} run${counts[counts.length - 1] === 1 ? '' : 's'} each; ${interval}${few ? '; some runs have no such figure and are left out' : ''}.`;
}
