/** Numbers on axes in readable form. */

import { bytes, operations } from '../../run/report/format.ts';

export interface Unit {
  readonly label: string;
  readonly divisor: number;
}

/** The best unit for a span of virtual time. */
export function timeUnit(ns: number): Unit {
  if (ns >= 600e9) return { label: 'min', divisor: 60e9 };
  if (ns >= 2e9) return { label: 's', divisor: 1e9 };
  if (ns >= 2e6) return { label: 'ms', divisor: 1e6 };
  return { label: 'µs', divisor: 1e3 };
}

/** A span in the unit of its axis, to three digits or more: `271 µs`, `1,251 ms`, `0.105 s`. */
export function inUnit(ns: number, { label, divisor }: Unit): string {
  const value = ns / divisor;
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${label}`;
}

/** Ticks of bytes: `0`, `200 kB`. */
export function bytesTick(count: number): string {
  return count === 0 ? '0' : trimmed(bytes(count));
}

/** Ticks of counts: `0`, `2 M`. */
export function countTick(count: number): string {
  return count === 0 ? '0' : trimmed(operations(count));
}

function trimmed(text: string): string {
  return text.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}
