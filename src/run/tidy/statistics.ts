/** Statistics over runs: means with their intervals, medians, and differences on the same seeds. */

import { deviation, fsum, max, median, min } from 'd3-array';
import jStat from 'jstat';
import type { Range } from '../../core/protocol/figure.ts';

/** Over the runs that have a figure. */
export interface Spread {
  readonly runs: number;
  readonly mean: number;
  /** Sample standard deviation; 0 for one run. */
  readonly deviation: number;
  readonly median: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Of the mean; absent for one run. */
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
 * @param range of the figure, so that no interval exceeds it
 */
export function spread(values: readonly number[], range: Range = {}): Spread {
  const least = min(values) as number;
  const most = max(values) as number;
  // Rounding may move the mean of equal values past them.
  const mean = Math.min(Math.max(fsum(values) / values.length, least), most);
  const interval = intervalOf(values, mean, range);
  return {
    runs: values.length,
    mean,
    deviation: deviation(values) ?? 0,
    median: median(values) as number,
    minimum: least,
    maximum: most,
    ...(interval && { interval }),
  };
}

/**
 * Without its interval if there are several runs per seed, under settings that are not distinguished: these
 * are not repetitions, and the interval would include the effect of the settings.
 */
export function ofSeeds<S extends Spread>(found: S, seeds: readonly unknown[]): S {
  if (new Set(seeds).size === seeds.length) return found;
  const { interval: _, ...rest } = found;
  return rest as S;
}

function intervalOf(
  values: readonly number[],
  mean: number,
  { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Range,
): Interval | undefined {
  if (values.length < 2) return undefined;
  const half = tQuantile(values.length - 1) * ((deviation(values) as number) / Math.sqrt(values.length));
  const [low, high] = [Math.max(mean - half, least), Math.min(mean + half, most)];
  const cut = low > mean - half || high < mean + half;
  return { level: LEVEL, method: 't', low, high, ...(cut && { cut }) };
}

/** The quantile of Student's t for a two-sided interval at {@link LEVEL}. */
function tQuantile(degreesOfFreedom: number): number {
  return jStat.studentt.inv((1 + LEVEL) / 2, degreesOfFreedom);
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
 * @param range of the figure, which bounds the difference
 * @returns undefined if there are no pairs
 */
export function difference(
  pairs: readonly (readonly [number, number])[],
  { least, most }: Range = {},
): Difference | undefined {
  if (pairs.length === 0) return undefined;
  const differences = pairs.map(([a, b]) => a - b);
  const width = least === undefined || most === undefined ? undefined : most - least;
  const found = spread(differences, width === undefined ? {} : { least: -width, most: width });
  const base = fsum(pairs.map(([, b]) => b)) / pairs.length;
  return {
    ...found,
    ...(base !== 0 && { relative: found.mean / base }),
    larger: differences.filter((each) => each > 0).length,
    smaller: differences.filter((each) => each < 0).length,
  };
}
