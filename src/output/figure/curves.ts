/**
 * Means with their intervals over a varied setting: the common part of several kinds of pictures of sweeps.
 */

import { CahootsError } from '../../core/base/errors.ts';
import { areaY, lineY, type Markish } from '@observablehq/plot';
import { type FigureTable, rangeOf, type RunFigure } from '../../run/figures/table.ts';
import { numbersOf } from '../../run/tidy/numbers.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { standingOf } from '../../run/report/worth.ts';
import { spread } from '../../core/math/statistics/spread.ts';
import { apart, type Axis, axisOf, endsIn, lowEnd } from './axis.ts';
import { groupOf, panelTitle, pooled, pooledCell, pooledNote, tick } from './columns.ts';
import { pointMarks, signsIn } from './curve-points.ts';
import type { Item, Panel } from './drawing.ts';
import { seriesOf } from './style.ts';

/** The columns that distinguish rows. */
export interface Apart {
  /** On the x axis. */
  readonly x: string;
  /** One line per value. */
  readonly by: string | undefined;
  /** One panel per value. */
  readonly panel?: string | undefined;
}

/** A row for each figure, panel, group and value of `x`. */
export function curveRows(
  rows: readonly Row[],
  { x, by, panel }: Apart,
  figures: readonly RunFigure[],
): Row[] {
  const at = new Map<string, { panel?: string; group: string; x: number; rows: Row[] }>();
  for (const row of rows) {
    if (typeof row[x] !== 'number') continue;
    const group = groupOf(row, by);
    const key = JSON.stringify([panel && row[panel], group, row[x]]);
    const place = at.get(key) ?? { ...(panel && { panel: String(row[panel]) }), group, x: row[x], rows: [] };
    place.rows.push(row);
    at.set(key, place);
  }
  const places = [...at.values()]
    .toSorted((a, b) => a.x - b.x)
    .map((place) => ({ ...place, mixed: pooled(place.rows) }));
  return figures.flatMap((figure) =>
    places.flatMap(({ rows: own, mixed, ...place }): Row[] => {
      const values = numbersOf(own, figure.name);
      const { results, partial, violated, idle } = standingOf(own);
      const all = {
        figure: figure.name,
        ...place,
        of: own.length,
        results,
        ...(partial > 0 && { partial }),
        ...(violated > 0 && { violated }),
        ...(idle > 0 && { idle }),
        ...pooledCell(mixed),
      };
      if (values.length === 0) return [{ ...all, runs: 0 }];
      const { runs, mean, interval, minimum, maximum } = spread(values, rangeOf(figure));
      const ends = mixed.length === 0 && interval ? { low: interval.low, high: interval.high } : {};
      return [{ ...all, runs, mean, ...ends, minimum, maximum }];
    }),
  );
}

/** A panel for each figure, or for each value of the panel column, stacked over the same `x`. */
export function curvePanels(
  rows: readonly Row[],
  x: RunFigure,
  figures: FigureTable,
  { x: logX = false, y: logY = false }: { readonly x?: boolean; readonly y?: boolean },
): { panels: Panel[]; legend: Item[]; few: boolean } {
  const places = new Map(
    rows.map((row) => [
      JSON.stringify([row['figure'], row['panel']]),
      { name: String(row['figure']), panel: row['panel'] },
    ]),
  );
  const drawn = [...places.values()];
  const groups = [...new Set(rows.map((row) => String(row['group'])))];
  const seriesNamed = seriesOf(groups);
  const values = [...new Set(rows.map((row) => Number(row['x'])))];
  if (logX && Math.min(...values) <= 0) {
    const message = `expected values above 0 for a logarithmic axis, got ${Math.min(...values)} of ${x.title}`;
    throw new CahootsError('bad-input', message, { path: '--log' });
  }
  const panels = drawn.map(({ name, panel }, i): Panel => {
    const ofFigure = rows.filter((row) => row['figure'] === name);
    // Lines break where no run has a result.
    const own = ofFigure.filter((row) => row['panel'] === panel);
    const last = i === drawn.length - 1;
    const figure = figures.of(name);
    // Panels of one figure have the same scale, for comparison.
    const yAxis = axisOf(figure, endsIn(ofFigure, 'mean', logY), { log: logY });
    return {
      title: `${panel === undefined ? '' : `${panel}: `}${panelTitle(figure)}`,
      plot: (width) => ({
        height: last ? 190 : 156,
        marginLeft: LEFT,
        marginRight: RIGHT,
        marginTop: 10,
        marginBottom: last ? 40 : 22,
        x: {
          label: last ? x.title : null,
          tickFormat: tick(x),
          ...(values.length <= MOST_TICKS && { ticks: apart(values, tick(x), logX, width - LEFT - RIGHT) }),
          domain: [Math.min(...values), Math.max(...values)],
          ...(logX && { type: 'log' }),
        },
        y: {
          label: null,
          grid: true,
          ...yAxis,
        },
        marks: [...lineMarks(own, groups, yAxis), ...pointMarks(own, groups, seriesNamed)],
      }),
    };
  });
  return {
    panels,
    legend: [
      ...(groups.length === 1
        ? []
        : groups.map((label): Item => ({ label, shape: 'line', ...seriesNamed(label) }))),
      ...signsIn(rows),
    ],
    few: rows.some((row) => Number(row['runs']) < Number(row['results'])),
  };
}

/** The line of each group, and the intervals around it. */
function lineMarks(own: readonly Row[], groups: readonly string[], yAxis: Axis): Markish[] {
  const seriesNamed = seriesOf(groups);
  return groups.flatMap((group) => {
    const { colour, dashes = 'none' } = seriesNamed(group);
    const line = own.filter((row) => row['group'] === group);
    return [
      areaY(
        line.filter((row) => row['low'] !== undefined),
        { x: 'x', y1: lowEnd(yAxis), y2: 'high', fill: colour, fillOpacity: 0.2 },
      ),
      lineY(line, { x: 'x', y: 'mean', stroke: colour, strokeWidth: 2, strokeDasharray: dashes }),
    ];
  });
}

/** Up to this many values are the ticks themselves. */
const MOST_TICKS = 12;
const LEFT = 76;
const RIGHT = 20;

/** The caption of such pictures. */
export function curveCaption(rows: readonly Row[], few: boolean): string {
  const counts = [...new Set(rows.map((row) => Number(row['of'])))].toSorted((a, b) => a - b);
  const runs = counts.length === 1 ? `${counts[0]}` : `${counts[0]} to ${counts[counts.length - 1]}`;
  const together = pooledNote(rows);
  const some = rows.some(({ low }) => low !== undefined);
  const interval =
    counts[counts.length - 1] <= 1
      ? '; no interval from single runs'
      : some
        ? '; shaded: the 95 % interval of the mean (Student’s t)'
        : '';
  return `Means of ${runs} run${counts[counts.length - 1] === 1 ? '' : 's'} each${interval}${few ? '; some runs have no such figure and are left out' : ''}.${together === '' ? '' : ` ${together}`}`;
}
