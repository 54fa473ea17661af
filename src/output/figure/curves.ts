/**
 * Means with their intervals over a varied setting: the common part of several kinds of pictures of sweeps.
 */

import { log as logarithm } from '../../core/math/elementary/index.ts';
import { areaY, lineY } from '@observablehq/plot';
import { type FigureTable, rangeOf, type RunFigure } from '../../run/figures/table.ts';
import { numbersOf } from '../../run/tidy/numbers.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { standingOf } from '../../run/tidy/worth.ts';
import { spread } from '../../core/math/statistics/spread.ts';
import { fromZero, groupOf, panelTitle, pooled, pooledText, tick } from './columns.ts';
import { pointMarks, signsIn } from './curve-points.ts';
import type { Item, Panel } from './drawing.ts';
import { colourOf, WIDTH } from './style.ts';
import { widthOf } from './svg.ts';

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
  const together = pooledText(
    pooled(
      rows.filter((row) => typeof row[x] === 'number'),
      [x, by, panel],
    ),
  );
  const at = new Map<string, { panel?: string; group: string; x: number; rows: Row[] }>();
  for (const row of rows) {
    if (typeof row[x] !== 'number') continue;
    const group = groupOf(row, by);
    const key = JSON.stringify([panel && row[panel], group, row[x]]);
    const place = at.get(key) ?? { ...(panel && { panel: String(row[panel]) }), group, x: row[x], rows: [] };
    place.rows.push(row);
    at.set(key, place);
  }
  return figures.flatMap((figure) =>
    [...at.values()]
      .toSorted((a, b) => a.x - b.x)
      .flatMap(({ rows: own, ...place }): Row[] => {
        const values = numbersOf(own, figure.name);
        const { results, partial, idle } = standingOf(own);
        const all = {
          figure: figure.name,
          ...place,
          of: own.length,
          results,
          ...(partial > 0 && { partial }),
          ...(idle > 0 && { idle }),
          ...(together !== '' && { together }),
        };
        if (values.length === 0) return [{ ...all, runs: 0 }];
        const { runs, mean, interval, minimum, maximum } = spread(values, rangeOf(figure));
        const ends = together === '' && interval ? { low: interval.low, high: interval.high } : {};
        return [{ ...all, runs, mean, ...ends, minimum, maximum }];
      }),
  );
}

/** A panel for each figure, or for each value of the panel column, stacked over the same `x`. */
export function curvePanels(
  rows: readonly Row[],
  x: RunFigure,
  figures: FigureTable,
  log: boolean,
): { panels: Panel[]; legend: Item[]; few: boolean } {
  const places = new Map(
    rows.map((row) => [
      JSON.stringify([row['figure'], row['panel']]),
      { name: String(row['figure']), panel: row['panel'] },
    ]),
  );
  const drawn = [...places.values()];
  const groups = [...new Set(rows.map((row) => String(row['group'])))];
  const colour = colourOf(groups);
  const of = (row: Row): string => colour(String(row['group']));
  const values = [...new Set(rows.map((row) => Number(row['x'])))];
  const ticks = apart(values, tick(x), log);
  const panels = drawn.map(({ name, panel }, i): Panel => {
    const ofFigure = rows.filter((row) => row['figure'] === name);
    // Lines break where no run has a result.
    const own = ofFigure.filter((row) => row['panel'] === panel);
    // Panels of one figure have the same scale, for comparison.
    const most = Math.max(...ofFigure.map((row) => Number(row['high'] ?? row['mean'] ?? 0)));
    const last = i === drawn.length - 1;
    const figure = figures.of(name);
    return {
      title: `${panel === undefined ? '' : `${panel}: `}${panelTitle(figure)}`,
      plot: {
        height: last ? 190 : 156,
        marginLeft: 76,
        marginTop: 10,
        marginBottom: last ? 40 : 22,
        x: {
          label: last ? x.title : null,
          tickFormat: tick(x),
          ...(values.length <= MOST_TICKS && { ticks }),
          domain: [Math.min(...values), Math.max(...values)],
          ...(log && { type: 'log' }),
        },
        y: {
          label: null,
          grid: true,
          ticks: 5,
          nice: true,
          tickFormat: tick(figure),
          zero: fromZero(figure),
          ...(panel !== undefined && fromZero(figure) && most > 0 && { domain: [0, most] }),
        },
        marks: [
          areaY(
            own.filter((row) => row['low'] !== undefined),
            { x: 'x', y1: 'low', y2: 'high', z: 'group', fill: of, fillOpacity: 0.2 },
          ),
          lineY(own, { x: 'x', y: 'mean', z: 'group', stroke: of, strokeWidth: 2 }),
          ...pointMarks(own, groups, of),
        ],
      },
    };
  });
  return {
    panels,
    legend: [
      ...(groups.length === 1
        ? []
        : groups.map((label): Item => ({ label, colour: colour(label), shape: 'line' }))),
      ...signsIn(rows),
    ],
    few: rows.some((row) => Number(row['runs']) < Number(row['results'])),
  };
}

/** Up to this many values are the ticks themselves. */
const MOST_TICKS = 12;
/** The width of panels in pixels, without margins. */
const ACROSS = WIDTH - 76 - 20;

/** Values whose tick labels do not overlap, from the left. */
function apart(values: readonly number[], words: (value: number) => string, isLog: boolean): number[] {
  const inOrder = values.toSorted((a, b) => a - b);
  const place = isLog ? logarithm : (value: number): number => value;
  const [first, last] = [place(inOrder[0]), place(inOrder[inOrder.length - 1])];
  let free = Number.NEGATIVE_INFINITY;
  return inOrder.filter((value) => {
    const middle = first === last ? 0 : ((place(value) - first) / (last - first)) * ACROSS;
    const half = widthOf(words(value)) / 2 + 4;
    if (middle - half < free) return false;
    free = middle + half;
    return true;
  });
}

/** The caption of such pictures. */
export function curveCaption(rows: readonly Row[], few: boolean): string {
  const counts = [...new Set(rows.map((row) => Number(row['of'])))].toSorted((a, b) => a - b);
  const runs = counts.length === 1 ? `${counts[0]}` : `${counts[0]} to ${counts[counts.length - 1]}`;
  const together = rows[0]['together'];
  const interval =
    counts[counts.length - 1] <= 1
      ? '; no interval from single runs'
      : together === undefined
        ? '; shaded: the 95 % interval of the mean (Student’s t)'
        : '';
  return `Means of ${runs} run${counts[counts.length - 1] === 1 ? '' : 's'} each${interval}${few ? '; some runs have no such figure and are left out' : ''}.${together === undefined ? '' : ` ${together}`}`;
}
