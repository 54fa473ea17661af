import { expect, test } from 'vitest';
import type { Controlled } from '../../../../src/core/engine/congestion/control.ts';
import { Cubic } from '../../../../src/core/engine/congestion/cubic.ts';

const at = (window: number): Controlled => ({ window }) as Controlled;

test('a loss leaves seven tenths of the window, and two segments at least', () => {
  // bictcp_recalc_ssthresh of Linux: 717/1024, rounded down.
  expect([1, 2, 3, 4, 10, 100].map((window) => new Cubic().threshold(at(window)))).toEqual([
    2, 2, 2, 2, 7, 70,
  ]);
});
