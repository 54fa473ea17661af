/** One unit for all values of a table, so that they can be compared at a glance. */

import type { RunFigure } from './figures.ts';

export interface Scale {
  /** Behind the figure's title; empty where there is none. */
  readonly unit: string;
  readonly factor: number;
}

const LADDERS: Readonly<Record<RunFigure['unit'], readonly (readonly [number, string])[]>> = {
  share: [[0.01, '%']],
  number: [[1, '']],
  ns: [
    [1e6, 'ms'],
    [1e9, 's'],
    [60e9, 'min'],
  ],
  bytes: [
    [1, 'B'],
    [1e3, 'kB'],
    [1e6, 'MB'],
    [1e9, 'GB'],
  ],
  operations: [
    [1, ''],
    [1e3, 'k'],
    [1e6, 'M'],
    [1e9, 'G'],
  ],
};

/** The largest unit in which the smallest of the values is still one or more. */
export function scaleOf(unit: RunFigure['unit'], values: readonly number[]): Scale {
  const sizes = values.map(Math.abs).filter((value) => value > 0);
  const least = sizes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const ladder = LADDERS[unit];
  const [factor, name] = (sizes.length > 0 && ladder.findLast(([size]) => size <= least)) || ladder[0];
  return { unit: name, factor };
}

/** With so many digits as its uncertainty leaves it: two of that, or four of its own where there is none. */
export function rounded(value: number, uncertainty: number | undefined): string {
  if (uncertainty === undefined || !(uncertainty > 0)) return plain(value, 4);
  const decimals = Math.min(Math.max(1 - Math.floor(Math.log10(uncertainty)), 0), 12);
  return value.toFixed(decimals);
}

function plain(value: number, digits: number): string {
  // Whole numbers say all that they have to say.
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(digits)));
}
