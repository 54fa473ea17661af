/** Numbers in readable form. */

import type { Unit } from '../../core/protocol/figure.ts';

/** Virtual or measured time. */
export function time(ns: number): string {
  // From the point at which the smaller unit would round up to the larger one.
  if (ns >= 59.9995e9) return `${(ns / 60e9).toFixed(1)} min`;
  if (ns >= 999.95e6) return `${(ns / 1e9).toFixed(3)} s`;
  return `${(ns / 1e6).toFixed(1)} ms`;
}

/** A number of bytes with a decimal unit, for people. */
export function bytes(count: number): string {
  return scaled(count, ['B', 'kB', 'MB', 'GB', 'TB']);
}

/** A number of operations with a decimal prefix, for people. */
export function operations(count: number): string {
  return scaled(count, ['', 'k', 'M', 'G', 'T']);
}

/** Whole numbers with separators, the same on every system. */
export function integer(count: number): string {
  if (!Number.isSafeInteger(count)) return count.toLocaleString('en-US');
  // Loading the locale tables takes 10 ms.
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** With this many digits after the point, and without a sign if they are all zero. */
export function fixed(value: number, digits: number): string {
  return value.toFixed(digits).replace(/^-(0\.?0*)$/, '$1');
}

/** Such as `1 run`, `2 runs` and `3 entries`. */
export function counted(count: number, noun: string): string {
  return `${integer(count)} ${count === 1 ? noun : `${noun}s`.replace(/ys$/, 'ies')}`;
}

/** The value of a figure, as a row has it. */
export interface Shown {
  readonly unit: Unit;
  readonly value: number | string | boolean;
}

/** A figure in its unit; a ratio with three significant digits, a plain number with at most this many significant digits, whole ones in full. */
export function figureText({ unit, value }: Shown, digits = 8): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  switch (unit) {
    case 'share':
      return `${(value * 100).toFixed(2)} %`;
    case 'ratio':
      return String(Number(value.toPrecision(3)));
    case 'bytes':
      return bytes(value);
    case 'operations':
      return operations(value);
    case 'ns':
      return time(value);
    case 'number':
      return String(Number.isInteger(value) ? value : Number(value.toPrecision(digits)));
  }
}

function scaled(count: number, units: readonly string[]): string {
  let value = count;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 && Number.isInteger(value) ? String(value) : value.toPrecision(3);
  return units[unit] === '' ? digits : `${digits} ${units[unit]}`;
}
