import { expect, test } from 'vitest';
import { stepFor } from '../../../../actors/mufc/kept/units.ts';

test.each([
  [1, 1],
  [1, 1023],
  [0.3, 1023],
  [1024, 1023],
  [700, 1024],
  [1e-9, 5],
])(
  'of coordinates up to %d, %i sum up to less than 2^52 steps, which are no finer than need be',
  (largest, points) => {
    const step = stepFor(points, largest);
    expect(Number.isInteger(Math.log2(step))).toBe(true);
    const steps = (points * largest) / step;
    expect(steps).toBeLessThan(2 ** 52);
    expect(steps).toBeGreaterThan(2 ** 49);
  },
);
