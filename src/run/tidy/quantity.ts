/** One unit for all values in a table, so that they can be compared at a glance. */

import type { Unit } from '../../core/protocol/figure.ts';

export interface Scale {
  /** Displayed after the figure's title; empty if there is none. */
  readonly unit: string;
  readonly factor: number;
}

const LADDERS: Readonly<Record<Unit, readonly (readonly [number, string])[]>> = {
  share: [[0.01, '%']],
  number: [[1, '']],
  ratio: [[1, '']],
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

/** The largest unit in which the smallest value is still at least one. */
export function scaleOf(unit: Unit, values: readonly number[]): Scale {
  const sizes = values.map(Math.abs).filter((value) => value > 0);
  const least = sizes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const ladder = LADDERS[unit];
  const [factor, name] = (sizes.length > 0 && ladder.findLast(([size]) => size <= least)) || ladder[0];
  return { unit: name, factor };
}

/**
 * With as many digits as its uncertainty justifies: two digits of that, or four significant ones if there is
 * none.
 */
export function rounded(value: number, uncertainty: number | undefined): string {
  if (uncertainty === undefined || !(uncertainty > 0)) return plain(value, 4);
  const decimals = Math.min(Math.max(1 - exponentOf(uncertainty), 0), 12);
  return value.toFixed(decimals);
}

/** The n for which 10^n is the largest power of ten that is at most value. */
function exponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}

function plain(value: number, digits: number): string {
  // Whole numbers are shown in full.
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(digits)));
}
