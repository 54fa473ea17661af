/** The laboratory's switch: samplers draw noise of a part of its scale, and of all of it afterwards. */

import { describe, expect, test } from 'vitest';
import { Coin } from '../../../../src/core/math/dp/coin.ts';
import { DiscreteGaussian } from '../../../../src/core/math/dp/discrete-gaussian.ts';
import { discreteLaplace } from '../../../../src/core/math/dp/discrete-laplace.ts';
import { noisePart, withNoise } from '../../../../src/core/math/dp/less-noise.ts';
import { laplaceShare } from '../../../../src/core/math/dp/polya.ts';

const DRAWS = 20_000;
const gaussian = new DiscreteGaussian({ numerator: 10_000n, denominator: 1n });

/** The samplers that authors can import, each with the variance of its noise. */
const SAMPLERS: Readonly<Record<string, readonly [draw: (coin: Coin) => number, variance: number]>> = {
  'discrete Gaussian': [(coin) => gaussian.draw(coin), 10_000],
  'discrete Laplace': [(coin) => discreteLaplace(coin, 1, 100), 2 * 100 ** 2],
  'share of a discrete Laplace': [
    (coin) => laplaceShare(coin, { numerator: 1, denominator: 2 }, 1, 100),
    100 ** 2,
  ],
};

function varianceOf(draw: (coin: Coin) => number): number {
  const coin = new Coin(new Uint8Array(32).fill(7));
  const values = Array.from({ length: DRAWS }, () => draw(coin));
  return values.reduce((sum, x) => sum + x * x, 0) / DRAWS;
}

describe.each(Object.entries(SAMPLERS))('of a %s', (_, [draw, variance]) => {
  test.each([
    [0, 1],
    [1, 2],
    [4, 5],
  ])('%d/%d of the scale is drawn', (numerator, denominator) => {
    const drawn = withNoise({ numerator, denominator }, () => varianceOf(draw));
    const expected = variance * (numerator / denominator) ** 2;
    // Five standard errors of the variance of a Laplace distribution, whose kurtosis is 6, or with shares more.
    expect(Math.abs(drawn - expected)).toBeLessThanOrEqual(5 * expected * Math.sqrt(11 / DRAWS));
  });

  test('nothing changes without the switch, and after it', () => {
    const before = varianceOf(draw);
    expect(Math.abs(before - variance)).toBeLessThan(5 * variance * Math.sqrt(11 / DRAWS));
    withNoise({ numerator: 0, denominator: 1 }, () => undefined);
    expect(varianceOf(draw)).toBe(before);
  });
});

test('a mistake switches it off again', () => {
  const part = { numerator: 1, denominator: 2 };
  expect(() =>
    withNoise(part, () => {
      throw new Error('wrong');
    }),
  ).toThrow('wrong');
  expect(noisePart()).toBe(undefined);
});
