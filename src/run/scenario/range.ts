/** Ranges of values as scenarios write them: `1..8`, `0..1 by 0.25`, `10..10000 log 4`, `10ms..50ms by 10ms`. */

import { pow } from '../../core/math/elementary/index.ts';

/** A longer range is a typing mistake. */
const MOST = 10_000;

const NUMBER = '-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?';
const RANGE = new RegExp(
  `^\\s*(${NUMBER})([a-zA-Z%/]*)\\s*\\.\\.\\s*(${NUMBER})([a-zA-Z%/]*)(?:\\s+(by|log)\\s+(${NUMBER})([a-zA-Z%/]*))?\\s*$`,
);

/** A number, or a string of a number and its unit. */
export type RangeValue = number | string;

export const RANGES = 'a range such as 1..8, 0..1 by 0.25 or 10..10000 log 4';

/**
 * The values of a range, both ends included. By default it goes up by 1; `by` gives another step; `log` gives
 * the number of values, in a geometric sequence, rounded to whole numbers if both ends are whole.
 * @returns undefined if it is not a range; a string that says what is wrong if it is an invalid one
 */
export function rangeOf(text: string): readonly RangeValue[] | string | undefined {
  const [, from, unit, to, unitTo, how = 'by', given = '1', unitBy] = RANGE.exec(text) ?? [];
  if (from === undefined) return undefined;
  const [first, last, step] = [Number(from), Number(to), Number(given)];
  const units = new Set([unit, unitTo, ...(how === 'by' && unitBy !== undefined ? [unitBy] : [])]);
  if (units.size > 1) return 'expected one unit in a range';
  if (last < first) return 'expected a range that goes up';
  const values = how === 'by' ? steps(first, last, step) : factors(first, last, step);
  if (typeof values === 'string') return values;
  return values.map((value) => (unit === '' ? value : `${value}${unit}`));
}

function steps(first: number, last: number, step: number): readonly number[] | string {
  if (!(step > 0)) return 'expected steps above 0';
  // The tolerance is for rounding in the last step.
  const count = Math.floor((last - first) / step + 1e-9) + 1;
  if (count > MOST) return `expected at most ${MOST} values in a range`;
  return Array.from({ length: count }, (_, i) => Number((first + i * step).toPrecision(12)));
}

function factors(first: number, last: number, count: number): readonly number[] | string {
  if (!(first > 0)) return 'expected a logarithmic range above 0';
  if (!Number.isInteger(count) || count < 2 || count > MOST)
    return `expected 2 to ${MOST} values in a logarithmic range`;
  const whole = Number.isInteger(first) && Number.isInteger(last);
  const values = Array.from({ length: count }, (_, i) => {
    const value = first * pow(last / first, i / (count - 1));
    return whole ? Math.round(value) : Number(value.toPrecision(6));
  });
  return new Set(values).size === count
    ? values
    : 'expected a range with room for this many different values';
}
