/** What is paid for what: two figures of every group at once, each with its interval, such as loss against bytes. */

import { dot, lineY, ruleX, ruleY, text } from '@observablehq/plot';
import { scaleLog } from 'd3-scale';
import { everyRun, rangeOf, type RunFigure } from '../../../run/figures/table.ts';
import { hasResult, standingMarks, standingOf } from '../../../run/report/worth.ts';
import { numbersOf } from '../../../run/tidy/numbers.ts';
import type { Row } from '../../../run/tidy/rows.ts';
import { log } from '../../../core/math/elementary/index.ts';
import { spread } from '../../../core/math/statistics/spread.ts';
import { apart, axisOf, endsIn } from '../axis.ts';
import {
  groupColumn,
  groupOf,
  numeric,
  panelTitle,
  pooled,
  pooledCell,
  pooledNote,
  tick,
} from '../columns.ts';
import type { Panel } from '../drawing.ts';
import { picture } from '../picture.ts';
import { INK, seriesOf } from '../style.ts';
import { widthOf } from '../text.ts';
import { lossIn, spentIn } from './epsilon.ts';

const COST = 'bytes';

export const tradeOff = picture({
  name: 'trade-off',
  summary:
    'two figures at once, such as loss (--y) against bytes (--x), a point with both intervals for each protocol or other group; of names such as `SecFC, t = 1`, points with the same beginning are joined',
  needs: 'table',
  heeds: ['x', 'y', 'by'],
  rows: ({ rows = [], figures = everyRun }, { x, y, by }) => {
    // Unasked, only for the price of privacy.
    if (x === undefined && y === undefined && spentIn(rows, figures) === undefined) return undefined;
    const across = figures.of(numeric(rows, figures.columnNamed(x ?? COST), '--x'));
    const up =
      y === undefined ? lossIn(rows, figures) : figures.of(numeric(rows, figures.columnNamed(y), '--y'));
    if (up === undefined) return undefined;
    const results = rows.filter(hasResult);
    const column = groupColumn(rows, by);
    const all = (group: string): Row[] => rows.filter((row) => groupOf(row, column) === group);
    const groups = new Set(results.map((row) => groupOf(row, column)));
    const failed = [...new Set(rows.map((row) => groupOf(row, column)))].filter(
      (group) => !groups.has(group),
    );
    const without = failed.map((group) => `${group} (0 of ${all(group).length})`).join(', ');
    return [...groups].flatMap((group): Row[] => {
      const own = results.filter((row) => groupOf(row, column) === group);
      const mixed = pooled(own);
      const [right, top] = [across, up].map((figure) => meanOf(figure, own, mixed.length === 0));
      if (right === undefined || top === undefined) return [];
      const marks = standingMarks(standingOf(all(group)));
      return [
        {
          over: across.name,
          figure: up.name,
          family: group.split(', ')[0],
          group,
          runs: own.length,
          x: right.mean,
          left: right.low,
          right: right.high,
          mean: top.mean,
          low: top.low,
          high: top.high,
          ...(marks.length > 0 && { marks: marks.join(', ') }),
          ...(without !== '' && { without }),
          ...pooledCell(mixed),
        },
      ];
    });
  },
  draw: (rows, _, figures) => {
    const [across, up] = [figures.of(String(rows[0]['over'])), figures.of(String(rows[0]['figure']))];
    const [{ without }] = rows;
    const caption = [
      ...(without === undefined ? [] : [`Without a point, as no run has a result: ${without}.`]),
      ...(pooledNote(rows) === '' ? [] : [pooledNote(rows)]),
    ].join(' ');
    return {
      title: `${up.title} against ${across.title}`,
      subtitle: 'means, with 95 % intervals (Student’s t) over the seeds in both directions',
      panels: [panelOf(rows, across, up)],
      ...(caption !== '' && { caption }),
    };
  },
});

/** A group's mean of a figure, and the ends of its interval if it is one setting's; undefined if no run has it. */
function meanOf(
  figure: RunFigure,
  rows: readonly Row[],
  isOne: boolean,
): { readonly mean: number; readonly low?: number; readonly high?: number } | undefined {
  const values = numbersOf(rows, figure.name);
  if (values.length === 0) return undefined;
  const { mean, interval } = spread(values, rangeOf(figure));
  return { mean, ...(isOne && interval && { low: interval.low, high: interval.high }) };
}

/** Costs differ by orders of magnitude, from protocol to protocol. */
const MANY_TIMES = 20;
/** Of the panel in pixels: its height without margins, the margins, and a line of text. */
const UP = 360;
const [LEFT, RIGHT, TOP, BOTTOM] = [76, 20, 20, 40];
const LINE = 14;

function panelOf(rows: readonly Row[], across: RunFigure, up: RunFigure): Panel {
  const families = [...new Set(rows.map((row) => String(row['family'])))];
  const series = seriesOf(families);
  const of = (row: Row): string => series(String(row['family'])).colour;
  const places = rows.map((row) => Number(row['x']));
  const [least, most] = [Math.min(...places), Math.max(...places)];
  const isLog = least > 0 && most > MANY_TIMES * least;
  const { domain, ...axis } = axisOf(up, endsIn(rows, 'mean', false));
  const [low, high] = domain;
  const scale = isLog ? log : (value: number): number => value;
  // An interval may reach below what a logarithm has.
  const wide = rows.filter((row) => row['left'] !== undefined && (!isLog || Number(row['left']) > 0));
  const reached = [...places, ...wide.flatMap((row) => [Number(row['left']), Number(row['right'])])];
  const [first, last] = [Math.min(...reached), Math.max(...reached)];
  const pixels = (row: Row, pixelsAcross: number): Pixels => {
    const along =
      first === last ? 0 : (scale(Number(row['x'])) - scale(first)) / (scale(last) - scale(first));
    return { x: along * pixelsAcross, y: (1 - (Number(row['mean']) - low) / (high - low)) * UP };
  };
  return {
    title: panelTitle(up),
    plot: (width) => ({
      height: UP + TOP + BOTTOM,
      marginLeft: LEFT,
      marginRight: RIGHT,
      marginTop: TOP,
      marginBottom: BOTTOM,
      x: {
        label: across.title,
        tickFormat: tick(across),
        domain: [first, last],
        ...(isLog && {
          type: 'log',
          ticks: logTicks([first, last], across, width - LEFT - RIGHT),
        }),
      },
      y: { label: null, grid: true, domain, ...axis },
      marks: [
        lineY(rows, { x: 'x', y: 'mean', z: 'family', stroke: of, strokeOpacity: 0.4 }),
        ruleX(
          rows.filter((row) => row['low'] !== undefined),
          { x: 'x', y1: 'low', y2: 'high', stroke: of, strokeWidth: 1.5 },
        ),
        ruleY(wide, { y: 'mean', x1: 'left', x2: 'right', stroke: of, strokeWidth: 1.5 }),
        dot(rows, {
          x: 'x',
          y: 'mean',
          r: 4,
          fill: of,
          symbol: (row: Row) => series(String(row['family'])).symbol,
        }),
        ...namesOf(rows, width - LEFT - RIGHT, pixels).map(({ row, ...place }) =>
          text([row], { x: 'x', y: 'mean', text: nameOf, fill: INK, ...place }),
        ),
      ],
    }),
  };
}

/** Powers of ten, and where there are few twice and five times these, whose labels do not overlap. */
function logTicks(domain: readonly [number, number], figure: RunFigure, pixelsAcross: number): number[] {
  const all = scaleLog(domain, [0, 1]).ticks();
  const begins = (start: RegExp): number[] => all.filter((value) => start.test(value.toExponential()));
  const round = [begins(/^1e/), begins(/^[125]e/), all].find(({ length }) => length >= 3) ?? all;
  return apart(round, tick(figure), true, pixelsAcross);
}

/** The name of a point, and what must stand beside a mean of its runs: how many have a result, and what is wrong with these. */
function nameOf({ group, marks }: Row): string {
  return marks === undefined ? String(group) : `${group} (${marks})`;
}

interface Pixels {
  readonly x: number;
  readonly y: number;
}

/** Where the names of points stand beside them: toward the middle, and above others that they would cover. */
function namesOf(
  rows: readonly Row[],
  pixelsAcross: number,
  place: (row: Row, pixelsAcross: number) => Pixels,
): { readonly row: Row; readonly dx: number; readonly dy: number; readonly textAnchor: 'start' | 'end' }[] {
  const pixels = (row: Row): Pixels => place(row, pixelsAcross);
  const taken: { readonly from: number; readonly to: number; readonly y: number }[] = [];
  const lowestFirst = rows.toSorted((a, b) => pixels(b).y - pixels(a).y);
  return lowestFirst.map((row) => {
    const { x, y } = pixels(row);
    const isRight = x > pixelsAcross / 2;
    const width = widthOf(nameOf(row)) + 16;
    const [from, to] = isRight ? [x - width, x] : [x, x + width];
    let at = y - LINE / 2;
    const covers = (): boolean =>
      taken.some((one) => one.from < to && from < one.to && Math.abs(one.y - at) < LINE);
    while (covers()) at -= 1;
    taken.push({ from, to, y: at });
    return { row, dx: isRight ? -8 : 8, dy: at - y, textAnchor: isRight ? 'end' : 'start' };
  });
}
