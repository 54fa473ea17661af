/** Which runs are repetitions of each other. */

import type { Spread } from '../../core/math/statistics/spread.ts';

/**
 * Without its interval if there are several runs per seed, under settings that are not distinguished: these
 * are not repetitions, and the interval would include the effect of the settings.
 */
export function ofSeeds<S extends Spread>(found: S, seeds: readonly unknown[]): S {
  if (new Set(seeds).size === seeds.length) return found;
  const { interval: _, ...rest } = found;
  return rest as S;
}
