import { expect, test } from 'vitest';
import type { NoisyRange } from '../../../../actors/blocks/noise/agreement.ts';
import { informationOf, likelihoodRatio } from '../../../../actors/blocks/noise/likelihood.ts';

test('what is known of a contribution is its square in variances of the noise of each part', () => {
  const gaussian = (numerator: bigint): NoisyRange['noise'] => ({
    kind: 'gaussian',
    variance: { numerator, denominator: 1n },
  });
  const ranges: NoisyRange[] = [
    { length: 2, noise: gaussian(25n) },
    { length: 1, noise: { kind: 'laplace', s: 1, t: 4 } },
    { length: 1, noise: gaussian(4n) },
  ];
  expect(informationOf(ranges, Float64Array.of(3, 4, 1000, 6))).toBe(25 / 25 + 36 / 4);
});

test('an entry without noise decides, and where noise is as it should be nothing changes', () => {
  const variance = { numerator: 10n ** 10n, denominator: 1n };
  const ranges: NoisyRange[] = [
    { length: 3, noise: { kind: 'gaussian', variance } },
    { length: 3, noise: { kind: 'laplace', s: 1, t: 100_000 } },
  ];
  const contribution = new Float64Array(6).fill(100);
  const of = (rest: number) => likelihoodRatio(ranges, new Float64Array(6).fill(rest), contribution);
  expect(of(100)).toBeGreaterThan(25);
  expect(of(0)).toBeLessThan(-25);
  expect(Math.abs(of(99))).toBeLessThan(0.01);
  // What chance makes of noise of a few steps is hardly evidence.
  const few: NoisyRange[] = [{ length: 1, noise: { kind: 'laplace', s: 1, t: 5 } }];
  expect(likelihoodRatio(few, Float64Array.of(2), Float64Array.of(2))).toBeCloseTo(2 / 5, 1);
});
