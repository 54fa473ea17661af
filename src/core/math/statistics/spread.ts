/** Statistics over repetitions: means with their intervals, medians, and differences of pairs. */

import { max, min } from 'd3-array';
import { defined } from '../../base/defined.ts';
import { studentQuantile } from './student.ts';
import { deviation, mean, median, sameValues } from './summary.ts';

/** What values can be at least and at most; absent: anything. */
export interface Bounds {
  readonly least?: number;
  readonly most?: number;
}

/** Over the runs that have a figure. */
export interface Spread {
  readonly runs: number;
  readonly mean: number;
  /** Sample standard deviation; 0 for one run, and for values that differ by the rounding of floats only. */
  readonly deviation: number;
  readonly median: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Of the mean; absent for one run. A point if the deviation is 0. */
  readonly interval?: Interval;
}

/**
 * Student's t: in 95 % of repetitions with other seeds such an interval contains the true mean, if the values
 * are roughly normal.
 */
export interface Interval {
  readonly level: number;
  readonly method: 't';
  readonly low: number;
  readonly high: number;
  /** It exceeded the range of the figure, and was cut there. */
  readonly cut?: true;
}

const LEVEL = 0.95;

/**
 * @param values at least one
 * @param bounds of what they measure, which no interval exceeds
 */
export function spread(values: readonly number[], bounds: Bounds = {}): Spread {
  // What differs by rounding only has been measured as the same.
  const own = sameValues(values) ? 0 : deviation(values);
  const interval = intervalOf(values, own, bounds);
  return defined({
    runs: values.length,
    mean: mean(values),
    deviation: own,
    median: median(values),
    minimum: min(values) as number,
    maximum: max(values) as number,
    interval,
  });
}

function intervalOf(
  values: readonly number[],
  own: number,
  { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Bounds,
): Interval | undefined {
  if (values.length < 2) return undefined;
  const middle = mean(values);
  const half = studentQuantile(LEVEL, values.length - 1) * (own / Math.sqrt(values.length));
  const [low, high] = [Math.max(middle - half, least), Math.min(middle + half, most)];
  const cut = low > middle - half || high < middle + half;
  return defined({ level: LEVEL, method: 't', low, high, cut: cut || undefined });
}

/** How one group of runs differs from another, pair by pair on the same seed. */
export interface Difference extends Spread {
  /** The mean difference divided by the mean of the baseline; absent if that is 0. */
  readonly relative?: number;
  /** How many runs have a larger value, and a smaller one. */
  readonly larger: number;
  readonly smaller: number;
}

/**
 * @param pairs a value and that of its baseline, under the same seed
 * @param bounds of both, which bound the difference
 * @returns undefined if there are no pairs
 */
export function difference(
  pairs: readonly (readonly [number, number])[],
  { least, most }: Bounds = {},
): Difference | undefined {
  if (pairs.length === 0) return undefined;
  const differences = pairs.map((pair) => (sameValues(pair) ? 0 : pair[0] - pair[1]));
  const width = least === undefined || most === undefined ? undefined : most - least;
  const found = spread(differences, width === undefined ? {} : { least: -width, most: width });
  const base = mean(pairs.map(([, b]) => b));
  return defined({
    ...found,
    relative: base === 0 ? undefined : found.mean / base,
    larger: differences.filter((each) => each > 0).length,
    smaller: differences.filter((each) => each < 0).length,
  });
}
