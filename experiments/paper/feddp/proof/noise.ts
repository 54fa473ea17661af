/** Continuous noise on numbers that are sent once, as the proofs add it. */

import { exponentialDraws, normalDraws } from '../../../../src/core/math/statistics/draws.ts';
import { gaussianMultiplier } from '../../../../src/core/math/dp/gaussian.ts';
import type { Stream } from '../../../../src/core/base/random.ts';

export interface Budget {
  readonly epsilon: number;
  readonly delta: number;
}

/** Counts with Laplace noise, epsilon-private if a point changes one of them by 1. */
export function noisyCounts(counts: Float64Array, epsilon: number, stream: Stream): Float64Array {
  const draw = exponentialDraws(stream, 1 / epsilon);
  // The difference of two exponentials.
  return counts.map((count) => count + draw() - draw());
}

/** Numbers with Gaussian noise, private if a point moves them by at most `sensitivity`. */
export function noisyNumbers(
  numbers: Float64Array,
  sensitivity: number,
  { epsilon, delta }: Budget,
  stream: Stream,
): Float64Array {
  const draw = normalDraws(stream, 0, sensitivity * gaussianMultiplier(epsilon, delta));
  return numbers.map((x) => x + draw());
}
