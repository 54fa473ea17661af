/** The verdict on what a paper says, computed from numbers by one rule ({@link RULE}). */

import { deviation as deviationOf, mean as meanOf } from '../../../src/core/math/statistics/summary.ts';
import { studentQuantile } from '../../../src/core/math/statistics/student.ts';
import type { Cases } from './item.ts';
import { publishedOf } from './published.ts';

/** From the best to the worst: of several, an item has the last. */
export const VERDICTS = [
  'reproduced',
  'consistent',
  'stand-in',
  'undecided',
  'not run',
  'differs',
  'refuted',
  'not done',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export const RULE = `A published mean m ± s over r runs, rounded to a last digit of which h is half, is compared with ours over n seeds.
A printed spread below h counts as h; a value printed alone counts as exact but for h.
The 95 % interval of the difference has the half width w = h + t · sqrt(s²/r + s'²/n), with s' our standard deviation and t Student's quantile at the smaller number
of runs less one. *Differs*: the difference is larger than w. *Reproduced*: it is not, and w is at most the larger of 5 % of m and 2 s. *Undecided*: it is not, but w is larger, or there is
one seed. A statement (an order, an equality, a bound) or a theorem is tried in cases: *consistent* if it holds in all; if it fails in one, a theorem
or bound is *refuted*, and anything else *differs*. A test that fails accuses us and not the paper: *undecided*. *Stand-in*: the published data
cannot be had, so ours are for other data, and no verdict on the number follows. *Not run*: it can be, by its command. *Not done*: there is no experiment, or no number of the paper to compare with. An item with several
cells has the worst of their verdicts, in the order above.`;

const LEVEL = 0.95;
/** Of the published value, which an interval may span to decide anything. */
const TOLERANCE = 0.05;

/** @param runs of the paper */
export function verdictOfNumbers(printed: string, runs: number, values: readonly number[]): Verdict {
  if (values.length < 2) return 'undecided';
  const { mean, half, spread } = publishedOf(printed);
  // A value that is printed alone is exact to its last digit, and so counts as no estimate.
  const theirs = spread === undefined ? 0 : Math.max(spread, half) ** 2 / runs;
  const least = spread === undefined ? values.length : Math.min(runs, values.length);
  const own = deviationOf(values) ** 2 / values.length;
  const width = half + studentQuantile(LEVEL, least - 1) * Math.sqrt(theirs + own);
  if (Math.abs(meanOf(values) - mean) > width) return 'differs';
  return width <= Math.max(TOLERANCE * Math.abs(mean), 2 * (spread ?? 0)) ? 'reproduced' : 'undecided';
}

export function verdictOfCases({ held, of, theorem, tests }: Omit<Cases, 'kind'>): Verdict {
  if (of === 0) return 'not run';
  if (held === of) return 'consistent';
  if (tests === true) return 'undecided';
  return theorem === true ? 'refuted' : 'differs';
}

export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.toSorted((a, b) => VERDICTS.indexOf(b) - VERDICTS.indexOf(a))[0] ?? 'not done';
}
