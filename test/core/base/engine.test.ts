import { afterEach, expect, test, vi } from 'vitest';
import { roundingOf, warnOfRounding } from '../../../src/core/base/engine.ts';
import { power } from '../../../src/core/base/power.ts';

afterEach(() => vi.restoreAllMocks());

test('this engine rounds as all do that results are known from, and nothing is said', () => {
  const warn = vi.spyOn(process, 'emitWarning');
  warnOfRounding();
  expect(warn).not.toHaveBeenCalled();
});

test('one that rounds a single answer otherwise is told', () => {
  const known = roundingOf([Math.log]);
  const other = (x: number): number => (x > 9e8 ? Math.log(x) * (1 + Number.EPSILON) : Math.log(x));
  expect(roundingOf([Math.log])).toBe(known);
  expect(roundingOf([other])).not.toBe(known);
});

test('powers are good to a few units in the last place, and have the same bits on every Node.js', () => {
  for (const [x, y] of [
    [2, 10],
    [10, -5],
    [1e9, 0.7],
    [7, -2.3],
    [0.3, 12],
  ]) {
    expect(Math.abs(power(x, y) / x ** y - 1)).toBeLessThan(Math.abs(y * Math.log(x)) * 2.3e-16 + 2.3e-16);
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, power(7, -2.3));
  expect(view.getBigUint64(0).toString(16)).toBe('3f875036eb61f830');
});
