/** Noise is as much as the budget asks for, in integers and therefore never less, and not much more. */

import { describe, expect, test } from 'vitest';
import { gaussianRelease, laplaceRelease, noiseReach } from '../../../../actors/blocks/noise/releases.ts';

describe.each([1, 7, 12_345])('for a sensitivity of %i steps', (steps) => {
  const sensitivity = { steps, unit: 0.5 };

  test.each([0.01, 0.7, 8])('Laplace noise of epsilon %d', (epsilon) => {
    const { cost, ranges, unit } = laplaceRelease('counts', 9, sensitivity, epsilon);
    const [{ length, noise }] = ranges;
    if (noise.kind !== 'laplace' || cost.kind !== 'laplace') throw new Error('expected Laplace noise');
    const scale = noise.t / noise.s;
    expect([length, unit, cost.steps]).toEqual([9, 0.5, steps]);
    expect(scale).toBeGreaterThanOrEqual(steps / epsilon);
    expect(scale).toBeLessThan((steps / epsilon) * 1.01);
    expect(cost.epsilon).toBeCloseTo(steps / scale, 12);
    // e^-45 is less than 2^-40.
    expect(noiseReach({ cost, ranges, unit, name: '' })).toBeCloseTo(45 * scale, 3);
  });

  test.each([0.3, 2, 100])('Gaussian noise of a multiplier of %d', (multiplier) => {
    const { cost, ranges } = gaussianRelease('sums', { full: 4, half: 6 }, sensitivity, multiplier);
    const variances = ranges.map(({ noise }) => {
      if (noise.kind !== 'gaussian') throw new Error('expected Gaussian noise');
      return Number(noise.variance.numerator) / Number(noise.variance.denominator);
    });
    if (cost.kind !== 'gaussian') throw new Error('expected Gaussian noise');
    expect(ranges.map(({ length }) => length)).toEqual([4, 6]);
    expect(variances[1]).toBe(variances[0] / 2);
    const wanted = (multiplier * steps) ** 2;
    expect(variances[0]).toBeGreaterThanOrEqual(wanted);
    expect(variances[0]).toBeLessThan(wanted + 1);
    expect(cost.multiplier).toBeCloseTo(Math.sqrt(variances[0]) / steps, 12);
  });
});
