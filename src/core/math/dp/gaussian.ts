/** What one Gaussian costs, in closed form, and how much noise a budget requires (Balle and Wang 2018). */

import { assert } from '../../base/errors.ts';
import { exp, expm1 } from '../elementary/index.ts';
import { scaledErfc, upperTail } from '../statistics/normal.ts';

/**
 * Delta at epsilon of a Gaussian with this multiplier (standard deviation over sensitivity): Phi(1/(2z) - eps
 * z) - e^eps Phi(-1/(2z) - eps z).
 */
export function gaussianDelta(multiplier: number, epsilon: number): number {
  if (multiplier === 0) return 1;
  if (multiplier === Number.POSITIVE_INFINITY) return epsilon < 0 ? -expm1(epsilon) : 0;
  const near = epsilon * multiplier - 1 / (2 * multiplier);
  const far = epsilon * multiplier + 1 / (2 * multiplier);
  // Since e^eps times the density at `far` equals that at `near`, both terms have a common factor and no
  // cancellation.
  if (near <= 0) return upperTail(near) - 0.5 * exp(-0.5 * near * near) * scaled(far);
  return 0.5 * exp(-0.5 * near * near) * (scaled(near) - scaled(far));
}

function scaled(x: number): number {
  return scaledErfc(x * Math.SQRT1_2);
}

/** The smallest multiplier at which one Gaussian is (epsilon, delta)-DP, rounded up at about its 40th bit. */
export function gaussianMultiplier(epsilon: number, delta: number): number {
  assert(epsilon > 0 && delta > 0 && delta < 1, `no Gaussian is (${epsilon}, ${delta})-DP`);
  let low = 0;
  let high = 1;
  while (gaussianDelta(high, epsilon) > delta) {
    low = high;
    high *= 2;
  }
  while (high - low > high * 2 ** -42) {
    const middle = (low + high) / 2;
    if (gaussianDelta(middle, epsilon) > delta) low = middle;
    else high = middle;
  }
  return high;
}

/** One Gaussian equivalent to several: 1/z^2 adds up. */
export function composedMultiplier(multipliers: readonly number[]): number {
  return 1 / Math.sqrt(multipliers.reduce((sum, z) => sum + 1 / (z * z), 0));
}
