/** Summaries of some values: means, medians, quantiles. Sums are exact before they are rounded. */

import * as d3 from 'd3-array';

/**
 * The arithmetic mean, within the range of the values.
 * @param values at least one
 */
export function mean(values: readonly number[]): number {
  const [least, most] = d3.extent(values) as [number, number];
  // Rounding may move the mean of equal values past them.
  return Math.min(Math.max(d3.fsum(values) / values.length, least), most);
}

/**
 * The standard deviation of a sample, with n - 1 in its denominator; 0 for one value.
 * @param values at least one
 */
export function deviation(values: readonly number[]): number {
  return d3.deviation(values) ?? 0;
}

/** The value in the middle, or the mean of the two there; NaN if there are none. */
export function median(values: readonly number[]): number {
  return d3.median(values) ?? Number.NaN;
}

/** Results of one computation in different orders differ by less, relative to their size. */
const ROUNDING = 1e-13;

/** Whether values are the same but for the rounding of floats. */
export function sameValues(values: readonly number[]): boolean {
  const [least, most] = d3.extent(values);
  if (least === undefined || most === undefined) return true;
  return most - least <= ROUNDING * Math.max(Math.abs(least), Math.abs(most));
}

/**
 * The smallest value that is at least this share of all values: one of them, without interpolation (type 1 of
 * Hyndman and Fan 1996).
 * @param sorted at least one value, ascending
 * @param share above 0, at most 1
 */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1];
}
