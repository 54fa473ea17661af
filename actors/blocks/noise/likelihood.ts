/** What an auditor makes of a noisy sum who knows everything in it but one contribution: the best there is. */

import { log1p, square } from '../../../src/core/kit/math.ts';
import type { NoiseParameters, NoisyRange } from './agreement.ts';

/** How likely an entry is taken to have no noise at all, as where it is missing in one sum only. Too little to count where there is noise. */
const MISSING = 1e-3;

/**
 * The log of how much more probable what is left of a noisy sum is if a contribution is in it than if it is only noise:
 * no test of the two errs less (Neyman and Pearson 1933). Discrete noise is taken for continuous, and any entry may be without it.
 * @param rest the sum without everything else that is known to be in it
 */
export function likelihoodRatio(
  ranges: readonly NoisyRange[],
  rest: Float64Array,
  contribution: Float64Array,
): number {
  let ratio = 0;
  let at = 0;
  for (const { length, noise } of ranges) {
    const atMost = densityOf(noise);
    for (const end = at + length; at < end; at++) {
      const [x, moved] = [rest[at], contribution[at]];
      if (moved === 0) continue;
      ratio +=
        noise.kind === 'laplace'
          ? ((Math.abs(x) - Math.abs(x - moved)) * noise.s) / noise.t
          : (moved * (x - moved / 2)) / varianceOf(noise);
      // Exactly what would be left without noise.
      if (x === moved) ratio += log1p(MISSING / atMost);
      if (x === 0) ratio -= log1p(MISSING / atMost);
    }
  }
  return ratio;
}

/** The probability of no noise in an entry that has noise. */
function densityOf(noise: NoisyRange['noise']): number {
  return noise.kind === 'laplace' ? noise.s / (2 * noise.t) : 1 / Math.sqrt(2 * Math.PI * varianceOf(noise));
}

/** Of Gaussian noise; 1 if there is none. */
function varianceOf({ variance }: NoisyRange['noise'] & { kind: 'gaussian' }): number {
  return Number(variance.numerator) / Number(variance.denominator) || 1;
}

/** How much is known of whether a contribution is in a sum, as a squared distance in standard deviations of Gaussian noise. */
export function informationOf(ranges: readonly NoisyRange[], contribution: Float64Array): number {
  let at = 0;
  return ranges.reduce((sum, { length, noise }) => {
    const part = contribution.slice(at, (at += length)).reduce((all, x) => all + square(x), 0);
    return sum + (noise.kind === 'gaussian' ? part / varianceOf(noise) : 0);
  }, 0);
}

/**
 * How many clients a game about noise needs: as all of the noise is in every sum however many they are, three that mask
 * their vectors, or two if they only have to be some; all of them if it matters who is missing or colludes.
 */
export function clientsOfGames({ by, policy, colluding }: NoiseParameters, clients: number): number {
  if (by === 'server') return Math.min(clients, 2);
  return policy === 'none' && colluding === 0 ? Math.min(clients, 3) : clients;
}
