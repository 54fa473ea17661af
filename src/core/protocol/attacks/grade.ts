/**
 * How good a guess of many numbers is: how close it came, compared with a guess from public information
 * alone. The headline figure is the advantage: of the numbers that the public guess misses by more than 1 %,
 * the fraction that the attack guesses to within 1 %.
 */

import { square } from '../../math/elementary/index.ts';
import { NORMAL_975 } from '../../math/statistics/normal-quantiles.ts';
import { quantile } from '../../math/statistics/summary.ts';
import type { Advantage } from '../attack.ts';

/** One guessed number. Errors are relative, NaN if there was no guess. */
export interface Guessed {
  /** The point that it belongs to. */
  readonly point: number;
  readonly error: number;
  /** The error of the public guess. */
  readonly baseline: number;
}

/** How close counts as known, as relative errors. */
export const NEAR = [0.001, 0.01, 0.1] as const;
const KNOWN = 1;

/** How close is close enough to count as known. */
export const KNOWN_WITHIN = NEAR[KNOWN];

export interface Grade {
  readonly numbers: number;
  /** The fractions of numbers guessed to within each of {@link NEAR}. */
  readonly within: readonly number[];
  readonly baselineWithin: readonly number[];
  /** Quantiles of the relative error: infinite if this many were not guessed at all. */
  readonly median: number;
  readonly most: number;
  /** Absent if there were no numbers to guess. */
  readonly advantage?: Advantage | undefined;
}

/** @param each how many points a number belongs to: 2 for distances of pairs, which count for both points */
export function grade(guesses: Iterable<Guessed>, each: 1 | 2 = 1): Grade {
  const errors: number[] = [];
  const within = NEAR.map(() => 0);
  const baselineWithin = NEAR.map(() => 0);
  const points = new Map<number, { numbers: number; better: number }>();
  for (const { point, error, baseline } of guesses) {
    errors.push(Number.isNaN(error) ? Number.POSITIVE_INFINITY : error);
    NEAR.forEach((near, at) => {
      within[at] += Number(error <= near);
      baselineWithin[at] += Number(baseline <= near);
    });
    const own = points.get(point) ?? { numbers: 0, better: 0 };
    own.numbers++;
    own.better += Number(error <= NEAR[KNOWN]) - Number(baseline <= NEAR[KNOWN]);
    points.set(point, own);
  }
  const numbers = errors.length;
  if (numbers === 0) {
    const none = NEAR.map(() => 0);
    return { numbers, within: none, baselineWithin: none, median: Number.NaN, most: Number.NaN };
  }
  const share = (count: number): number => count / numbers;
  const sorted = errors.toSorted((a, b) => a - b);
  return {
    numbers,
    within: within.map(share),
    baselineWithin: baselineWithin.map(share),
    median: quantile(sorted, 0.5),
    most: quantile(sorted, 0.9),
    advantage: advantageOf([...points.values()], baselineWithin[KNOWN] / numbers, each),
  };
}

/**
 * The interval is from the variation between points, since a point's numbers are correlated; a pair's
 * distance correlates with both its points.
 */
function advantageOf(
  points: readonly { readonly numbers: number; readonly better: number }[],
  baseline: number,
  each: 1 | 2,
): Advantage {
  const all = points.reduce((sum, { numbers }) => sum + numbers, 0);
  const mean = points.reduce((sum, { better }) => sum + better, 0) / all;
  const missed = 1 - baseline;
  if (missed === 0) return { value: 0, interval: [0, 0] };
  const spread = points.reduce((sum, { numbers, better }) => sum + square(better - mean * numbers), 0);
  const half =
    (NORMAL_975 * each * Math.sqrt(spread * (points.length / Math.max(1, points.length - 1)))) / all;
  const bounded = (value: number): number => Math.min(1, Math.max(-1, value / missed));
  return { value: bounded(mean), interval: [bounded(mean - half), bounded(mean + half)] };
}

/** A grade as the measures of an attack. */
export function gradeMeasures(found: Grade): Record<string, string> {
  const percent = (shares: readonly number[]): string =>
    `${shares.map((share) => (100 * share).toPrecision(3)).join(' | ')} %`;
  return {
    'within 0.1 | 1 | 10 %': percent(found.within),
    'by a public guess': percent(found.baselineWithin),
    'error, median and 90 %': `${errorText(found.median)}, ${errorText(found.most)}`,
  };
}

function errorText(error: number): string {
  if (Number.isNaN(error)) return 'none';
  return Number.isFinite(error) ? error.toPrecision(2) : 'no guess';
}
