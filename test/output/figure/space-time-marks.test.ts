import { expect, test } from 'vitest';
import { axesOf, byKind } from '../../../src/output/figure/space-time-marks.ts';

/** The actors whose names stand beside the lines of a diagram. */
function named(actors: number): unknown {
  const names = Array.from({ length: actors }, (_, i) => ({ what: 'actor', of: `client-${i}` }));
  const { scales } = axesOf(byKind([{ what: 'window', startNs: 0, endNs: 1000 }, ...names]));
  return scales.y?.ticks;
}

test('all actors are named where there is space, and every so many where there is none', () => {
  expect(named(40)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(named(41)).toEqual(Array.from({ length: 21 }, (_, i) => 2 * i));
  expect(named(200)).toEqual(Array.from({ length: 40 }, (_, i) => 5 * i));
});
