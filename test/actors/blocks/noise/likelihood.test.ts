import { expect, test } from 'vitest';
import type { NoisyRange } from '../../../../actors/blocks/noise/agreement.ts';
import { informationOf } from '../../../../actors/blocks/noise/likelihood.ts';

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
