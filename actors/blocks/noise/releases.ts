/**
 * Releases, each a noisy sum of integers: its length, its unit, its sensitivity to one unit of data, and the noise
 * that its part of the budget requires. Several may be sent together: sums and counts.
 */

import { square } from '../../../src/core/kit/math.ts';
import {
  FINE_VARIANCE,
  gaussianMultiplier,
  laplaceShares,
  type Release as Accounted,
} from '../../../src/core/kit/dp.ts';
import type { NoisyRange } from './agreement.ts';

/** Part of a vector that the accountant treats as one release. */
export interface Release {
  readonly name: string;
  /** Its elements, in one range or two: the off-diagonals of a symmetric matrix may have less noise than the diagonal. */
  readonly ranges: readonly NoisyRange[];
  /** The value of one integer step. */
  readonly unit: number;
  readonly cost: Cost;
}

/** The privacy that all of the noise gives. */
type Cost =
  /** Standard deviation over sensitivity. */
  | { readonly kind: 'gaussian'; readonly multiplier: number }
  /** Epsilon, and the sensitivity to one unit of data, in integers. */
  | { readonly kind: 'laplace'; readonly epsilon: number; readonly steps: number };

/** Integer noise is accounted as if it were continuous; if it is fine enough, this part of delta covers the difference. */
const DELTA_MARGIN = 1e-3;
/** Integer noise of at least this standard deviation is fine enough. */
export const FINE_DEVIATION = 2 ** 10;

/** The noise multiplier, standard deviation over sensitivity, that a budget requires of Gaussian noise. */
export function calibratedMultiplier(epsilon: number, delta: number): number {
  return gaussianMultiplier(epsilon, delta * (1 - DELTA_MARGIN));
}

/**
 * Discrete Gaussian noise for a sensitivity in integers.
 * @param multiplier standard deviation over sensitivity
 */
export function gaussianRelease(
  name: string,
  lengths: { readonly full: number; readonly half?: number },
  sensitivity: { readonly steps: number; readonly unit: number },
  multiplier: number,
): Release {
  const variance = BigInt(Math.ceil(square(multiplier * sensitivity.steps)));
  const range = (length: number, denominator: bigint): NoisyRange => ({
    length,
    noise: { kind: 'gaussian', variance: { numerator: variance, denominator } },
  });
  return {
    name,
    ranges: [range(lengths.full, 1n), ...(lengths.half === undefined ? [] : [range(lengths.half, 2n)])],
    unit: sensitivity.unit,
    cost: { kind: 'gaussian', multiplier: Math.sqrt(Number(variance)) / sensitivity.steps },
  };
}

/** Rates of Laplace noise are fractions with this denominator. */
const RATE = 2 ** 30;

/** Discrete Laplace noise for a sensitivity in integers. */
export function laplaceRelease(
  name: string,
  length: number,
  sensitivity: { readonly steps: number; readonly unit: number },
  epsilon: number,
): Release {
  // Rounded down: more noise.
  const s = Math.max(1, Math.floor((epsilon * RATE) / sensitivity.steps));
  return {
    name,
    ranges: [{ length, noise: { kind: 'laplace', s, t: RATE } }],
    unit: sensitivity.unit,
    cost: { kind: 'laplace', epsilon: (s / RATE) * sensitivity.steps, steps: sensitivity.steps },
  };
}

/** What a release costs if this part of its noise hides it: 1 is all of it. */
export function costOf({ cost }: Release, part: number, sampling = 1): Accounted {
  return cost.kind === 'gaussian'
    ? { noise: { kind: 'gaussian', multiplier: cost.multiplier * Math.sqrt(part) }, sampling }
    : { noise: laplaceShares(cost.epsilon, part, cost.steps), sampling };
}

/** Whether Gaussian noise, in total and in shares, is fine enough to be accounted as continuous. */
export function isFine({ ranges }: Release, smallestPart: number): boolean {
  return ranges.every(({ noise }) => {
    if (noise.kind === 'laplace') return true;
    const variance = Number(noise.variance.numerator) / Number(noise.variance.denominator);
    return variance >= square(FINE_DEVIATION) && variance * smallestPart >= FINE_VARIANCE;
  });
}

/** A bound, in integers, that noise exceeds with probability of about 2^-40 per element. */
export function noiseReach({ ranges }: Release): number {
  return ranges.reduce((most, { noise }) => {
    if (noise.kind === 'laplace') return Math.max(most, (45 * noise.t) / noise.s);
    return Math.max(
      most,
      10 * Math.sqrt(Number(noise.variance.numerator) / Number(noise.variance.denominator)),
    );
  }, 0);
}
