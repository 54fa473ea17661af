/**
 * Releases, each a noisy sum of integers: how long it is, in which units, how much one unit of data moves it, and how much
 * noise its part of the budget asks for. Several may travel together: sums and counts.
 */

import {
  FINE_VARIANCE,
  gaussianMultiplier,
  laplaceShares,
  type Release as Accounted,
} from '../../../src/kit/dp.ts';
import type { NoisyRange } from './agreement.ts';

/** Part of a vector that is one release in the accountant's eyes. */
export interface Release {
  readonly name: string;
  /** Its elements, in one range or two: the off-diagonals of a symmetric matrix may have less noise than the diagonal. */
  readonly ranges: readonly NoisyRange[];
  /** What one integer is worth. */
  readonly unit: number;
  readonly cost: Cost;
}

/** What all of the noise hides. */
type Cost =
  /** Standard deviation over sensitivity. */
  | { readonly kind: 'gaussian'; readonly multiplier: number }
  /** Epsilon, and by how many integers one unit of data moves it. */
  | { readonly kind: 'laplace'; readonly epsilon: number; readonly steps: number };

/** Noise of integers is accounted as if it were continuous, which is so close where it is this fine. */
const DELTA_MARGIN = 1e-3;
/** Standard deviations of that many integers are fine. */
export const FINE_DEVIATION = 2 ** 10;

/** The standard deviation over the sensitivity that a budget asks of Gaussian noise. */
export function calibratedMultiplier(epsilon: number, delta: number): number {
  return gaussianMultiplier(epsilon, delta * (1 - DELTA_MARGIN));
}

/**
 * Gaussian noise for a sensitivity of so many integers.
 * @param multiplier standard deviation over sensitivity
 */
export function gaussianRelease(
  name: string,
  lengths: { readonly full: number; readonly half?: number },
  sensitivity: { readonly steps: number; readonly unit: number },
  multiplier: number,
): Release {
  const variance = BigInt(Math.ceil((multiplier * sensitivity.steps) ** 2));
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

/** Rates of Laplace noise are fractions of this. */
const RATE = 2 ** 30;

/** Discrete Laplace noise for a sensitivity of so many integers. */
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

/** What a release costs of whose noise this part hides: 1 is all of it. */
export function costOf({ cost }: Release, part: number, sampling = 1): Accounted {
  return cost.kind === 'gaussian'
    ? { noise: { kind: 'gaussian', multiplier: cost.multiplier * Math.sqrt(part) }, sampling }
    : { noise: laplaceShares(cost.epsilon, part, cost.steps), sampling };
}

/** Whether Gaussian noise, all of it and in shares, is so fine that it may pass for continuous. */
export function isFine({ ranges }: Release, smallestPart: number): boolean {
  return ranges.every(({ noise }) => {
    if (noise.kind === 'laplace') return true;
    const variance = Number(noise.variance.numerator) / Number(noise.variance.denominator);
    return variance >= FINE_DEVIATION ** 2 && variance * smallestPart >= FINE_VARIANCE;
  });
}

/** How far noise may reach beyond which it does not get but with probability 2^-40 or so, times elements: in integers. */
export function noiseReach({ ranges }: Release): number {
  return ranges.reduce((most, { noise }) => {
    if (noise.kind === 'laplace') return Math.max(most, (45 * noise.t) / noise.s);
    return Math.max(
      most,
      10 * Math.sqrt(Number(noise.variance.numerator) / Number(noise.variance.denominator)),
    );
  }, 0);
}
