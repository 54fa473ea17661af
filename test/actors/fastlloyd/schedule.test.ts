import { describe, expect, test } from 'vitest';
import {
  diagonal,
  type Extent,
  multipliers,
  radiusOf,
  roundsFor,
  standardDelta,
} from '../../../actors/fastlloyd/schedule.ts';
import { gaussianMultiplier } from '../../../src/core/math/dp/gaussian.ts';

/** Computed independently for the data sets of the paper: N, d, k; eta after the first; sigma and T at each epsilon. */
const EPSILONS = [0.1, 0.25, 0.5, 0.75, 1];
const SETS = [
  ['iris', 150, 4, 3, 1.2157, [16.46, 7.87, 4.44, 3.17, 2.49], [2, 2, 2, 2, 2], [2, 2, 2, 2, 2]],
  ['lsun', 400, 2, 3, 0.6532, [20.21, 9.29, 5.12, 3.61, 2.82], [2, 2, 2, 2, 2], [2, 2, 2, 2, 2]],
  ['house', 1837, 3, 3, 0.9607, [25.43, 11.26, 6.06, 4.22, 3.27], [2, 2, 2, 6, 7], [2, 2, 2, 2, 3]],
  ['s1', 5000, 2, 15, 0.2921, [28.53, 12.44, 6.62, 4.59, 3.54], [2, 2, 2, 4, 7], [2, 2, 2, 2, 2]],
  ['adult', 48842, 6, 3, 1.6317, [34.82, 14.84, 7.78, 5.34, 4.09], [7, 7, 7, 7, 7], [5, 7, 7, 7, 7]],
  ['birch2', 25000, 2, 100, 0.1131, [33.06, 14.17, 7.46, 5.13, 3.94], [2, 2, 2, 2, 3], [2, 2, 2, 2, 2]],
] as const;

const extentOf = (points: number, dimension: number, clusters: number, method: Extent['method']): Extent => ({
  method,
  points,
  dimension,
  clusters,
  reach: 0.8,
});

describe.each(SETS)('on %s', (_, points, dimension, clusters, eta, sigmas, rounds, roundsBare) => {
  const fast = extentOf(points, dimension, clusters, 'fastlloyd');
  const delta = standardDelta(points);

  test('the first radius is half the diagonal, all others are the later one', () => {
    expect(radiusOf(fast, 0, true)).toBe(diagonal(dimension) / 2);
    expect(radiusOf(fast, 1, true)).toBeCloseTo(eta, 4);
    expect(radiusOf(fast, 0, false)).toBe(radiusOf(fast, 5, true));
  });

  test.each(EPSILONS.map((epsilon, e) => ({ epsilon, e })))('budget $epsilon', ({ epsilon, e }) => {
    const sigma = gaussianMultiplier(epsilon, delta);
    expect(sigma).toBeCloseTo(sigmas[e], 2);
    expect(roundsFor(fast, sigma)).toBe(rounds[e]);
    expect(roundsFor({ ...fast, method: 'glloyd' }, sigma)).toBe(roundsBare[e]);
  });

  test.each(['fastlloyd', 'glloyd'] as const)('all iterations of %s cost one Gaussian, exactly', (method) => {
    const { sums, counts } = multipliers({ ...fast, method }, 7, 3.5);
    expect(7 * (1 / sums ** 2 + 1 / counts ** 2)).toBeCloseTo(1 / 3.5 ** 2, 12);
  });
});

test('without noise there are seven iterations', () => {
  expect(roundsFor(extentOf(150, 4, 3, 'fastlloyd'), undefined)).toBe(7);
});
