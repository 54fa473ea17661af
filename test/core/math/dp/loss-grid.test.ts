/** Losses on a grid: no probability is lost, with the point or without it. */

import { describe, expect, test } from 'vitest';
import { lossGrid } from '../../../../src/core/math/dp/loss-grid.ts';
import type { Noise } from '../../../../src/core/math/dp/mechanism.ts';

const STEP = 0.03;
/** Three losses, of a noise whose probabilities add up in both worlds. */
const ATOMS: Noise = {
  kind: 'atoms',
  losses: [-0.7, 0, 0.7],
  masses: [0.2, 0.8 - 0.2 * Math.exp(0.7), 0.2 * Math.exp(0.7)],
};

describe.each<Noise>([{ kind: 'gaussian', multiplier: 0.8 }, { kind: 'laplace', scale: 1.5 }, ATOMS])(
  '$kind',
  (noise) => {
    test.each([
      ['remove', 1],
      ['add', 1],
      ['remove', 0.3],
      ['add', 0.3],
    ] as const)('%s, of a share of %d', (direction, sampling) => {
      const { first, masses, beyond } = lossGrid(noise, sampling, direction, STEP);
      expect(masses.every((mass) => mass >= 0)).toBe(true);
      expect(masses.reduce((sum, mass) => sum + mass, beyond)).toBeCloseTo(1, 9);
      const absent = masses.map((mass, i) => mass * Math.exp(-(first + i) * STEP));
      expect(absent.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 9);
    });
  },
);

test('what no noise hides is beyond the grid, if the point is there', () => {
  const half: Noise = { kind: 'atoms', losses: [0], masses: [0.5] };
  expect(lossGrid(half, 1, 'remove', STEP).beyond).toBe(0.5);
  expect(lossGrid(half, 0.3, 'remove', STEP).beyond).toBe(0.5);
  expect(lossGrid(half, 0.3, 'add', STEP).beyond).toBe(0);
});
