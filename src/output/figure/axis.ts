/** Axes of figures: ends and ticks that are round in the unit of their labels. */

import { scaleLinear } from 'd3-scale';
import { CahootsError } from '../../core/base/errors.ts';
import { log as logarithm } from '../../core/math/elementary/index.ts';
import { sameValues } from '../../core/math/statistics/summary.ts';
import { rangeOf, type RunFigure } from '../../run/figures/table.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { tick } from './columns.ts';
import { type Unit, timeUnit } from './scale.ts';
import { widthOf } from './text.ts';

export interface Axis {
  readonly domain: [number, number];
  readonly ticks: number[];
  readonly tickFormat: (value: number) => string;
  readonly type?: 'log';
}

/** Whether an axis begins at 0: that of a share of good things is easier to read without what nobody has. */
function fromZero(figure: RunFigure): boolean {
  return rangeOf(figure).most === undefined;
}

/**
 * An axis on which these values fit.
 * @param values that are drawn, in the unit of rows
 * @param count about how many ticks
 * @param log whether it is logarithmic
 * @throws CahootsError if it is logarithmic and not all are positive
 */
export function axisOf(
  figure: RunFigure,
  values: readonly number[],
  { count = 5, zero = fromZero(figure), log = false }: AxisOptions = {},
): Axis {
  if (log) return logAxis(figure, values);
  const most = Math.max(...values.map(Math.abs));
  const unit = figure.unit === 'ns' ? timeUnit(most) : undefined;
  const { divisor } = unit ?? { divisor: 1 };
  const all = [...(zero ? [0] : []), ...values].map((value) => value / divisor);
  const scale = scaleLinear(endsOf(figure, all), [0, 1]).nice(count);
  return {
    domain: scale.domain().map((end) => end * divisor) as [number, number],
    ticks: scale.ticks(count).map((place) => place * divisor),
    tickFormat: unit ? timeTick(unit) : tick(figure),
  };
}

interface AxisOptions {
  readonly count?: number;
  readonly zero?: boolean;
  readonly log?: boolean;
}

/** From one tick to another; these are powers of ten, and between few of them twice and five times these. */
function logAxis(figure: RunFigure, values: readonly number[]): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(low > 0)) {
    const message = `expected values above 0 for a logarithmic axis, got ${low} of ${figure.title}`;
    throw new CahootsError('bad-input', message, { path: '--log' });
  }
  const from = exponentOf(low);
  const powers = Array.from({ length: exponentOf(high) - from + 2 }, (_, i) => Number(`1e${from + i}`));
  const every = powers.length > 4 ? [1] : [1, 2, 5];
  const all = powers.flatMap((power) => every.map((times) => times * power));
  const first = all.findLastIndex((tickAt) => tickAt <= low);
  const last = Math.max(
    first + 1,
    all.findIndex((tickAt) => tickAt >= high),
  );
  return {
    domain: [all[first], all[last]],
    ticks: all.slice(first, last + 1),
    // Over decades of time no single unit serves.
    tickFormat: tick(figure),
    type: 'log',
  };
}

/** Of the greatest power of ten that is not above a positive number. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}

/** Where an interval begins on an axis, on which a logarithmic one has no place for 0 and less. */
export function lowEnd({ domain, type }: Axis): (row: Row) => number {
  return ({ low }) => (type === 'log' ? Math.max(Number(low), domain[0]) : Number(low));
}

/** The numbers of rows between which an axis extends; for a logarithmic one without the ends that have no place on it. */
export function endsIn(rows: readonly Row[], middle: string, log: boolean): number[] {
  return rows.flatMap((row) =>
    [row['low'], row[middle], row['high']].filter(
      (end, i): end is number => typeof end === 'number' && (i === 1 || !log || end > 0),
    ),
  );
}

/** Two different values: where nothing varies, all that a figure can be, or what there is from zero on. */
function endsOf(figure: RunFigure, values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!sameValues(values)) return [low, high];
  const { least, most } = rangeOf(figure);
  if (least !== undefined && most !== undefined) return [least, most];
  return low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)];
}

/** Ticks of times in one unit: `0`, `0.5 s`. */
function timeTick({ label, divisor }: Unit): (ns: number) => string {
  // A product and a quotient may differ from a round number by their rounding.
  return (ns) => (ns === 0 ? '0' : `${Number((ns / divisor).toPrecision(12))} ${label}`);
}

/** Values whose tick labels do not overlap, from the left. */
export function apart(
  values: readonly number[],
  words: (value: number) => string,
  isLog: boolean,
  across: number,
): number[] {
  const inOrder = values.toSorted((a, b) => a - b);
  const place = isLog ? logarithm : (value: number): number => value;
  const [first, last] = [place(inOrder[0]), place(inOrder[inOrder.length - 1])];
  let free = Number.NEGATIVE_INFINITY;
  return inOrder.filter((value) => {
    const middle = first === last ? 0 : ((place(value) - first) / (last - first)) * across;
    const half = widthOf(words(value)) / 2 + 4;
    if (middle - half < free) return false;
    free = middle + half;
    return true;
  });
}
