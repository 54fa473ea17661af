/** The noise of a sum as an ideal functionality draws it, for simulators. */

import {
  Coin,
  DiscreteGaussian,
  laplaceShare,
  type Proportion,
  proportionOf,
} from '../../../src/core/kit/dp.ts';
import { lengthOf, type NoisyRange } from './agreement.ts';

/** All of the noise. */
const WHOLE: Proportion = { numerator: 1, denominator: 1 };

/**
 * Noise for every element of the ranges.
 * @param keyOf the key with which a part of it is drawn
 * @param shares the parts that add up to it; absent: all at once
 */
export function idealNoise(
  ranges: readonly NoisyRange[],
  keyOf: (share: number) => Uint8Array,
  shares: readonly Proportion[] = [WHOLE],
): Float64Array {
  const noise = new Float64Array(lengthOf(ranges));
  for (const [i, share] of shares.entries()) {
    const coin = new Coin(keyOf(i));
    let at = 0;
    for (const { length, noise: of } of ranges) {
      const gaussian =
        of.kind === 'gaussian' ? new DiscreteGaussian(proportionOf(of.variance, share)) : undefined;
      for (const end = at + length; at < end; at++)
        noise[at] +=
          gaussian?.draw(coin) ?? (of.kind === 'laplace' ? laplaceShare(coin, share, of.s, of.t) : 0);
    }
  }
  return noise;
}
