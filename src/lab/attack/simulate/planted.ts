/** The power of the comparison, measured on leaks that are planted in what was seen. */

import { defined } from '../../../core/base/defined.ts';
import type { Stream } from '../../../core/base/random.ts';
import { againFeatures, pooledFeatures } from './features.ts';
import { type Differences, flipTest } from './flips.ts';
import type { Places } from './places.ts';

/** How many single places are tried. */
const PLANTS = 4;

/** The p-values that planted leaks have. */
export interface Planted {
  /** One place whose value is without noise: the same in all real runs on the same points. */
  readonly place: readonly number[];
  /** All places with noise over half of their range. */
  readonly half: number;
  /** At how many places, of how many, values differ too seldom for noise to be missed; absent: at none. */
  readonly steady?: { readonly places: number; readonly of: number };
}

/** At a place with noise the two views of so many of the pairs differ. Where fewer do, nothing is planted. */
const NOISY = 1 / 2;

/** Whether all leaks that were planted were found at this level. */
export function areFound({ place, half }: Planted, level: number): boolean {
  return [...place, half].every((pValue) => pValue <= level);
}

/**
 * Plants leaks in a group of places.
 * @param worlds for each pair, on which points it runs
 * @param repeated what comes again at these places, see {@link againFeatures}
 */
export function plant(
  places: Places,
  worlds: readonly number[],
  repeated: Differences,
  stream: Stream,
): Planted {
  // What only comes on other points is not the scenario's.
  const own = places.at.flatMap((_, f) =>
    places.real.some((view, r) => worlds[r] === 0 && !Number.isNaN(view[f])) ? [f] : [],
  );
  const noisy = own.filter((f) => isNoisy(places, worlds, f));
  const eligible = noisy.length > 0 ? noisy : own;
  const place = Array.from({ length: Math.min(PLANTS, eligible.length) }, () => {
    const f = eligible[stream.integer(eligible.length)];
    const alone = {
      ...places,
      real: worlds.map((world) => Float64Array.of(places.real[worlds.indexOf(world)][f])),
      simulated: places.simulated.map((view) => Float64Array.of(view[f])),
    };
    const planted = againFeatures(alone, worlds);
    const all = repeated.map((features, r) => features.with(f, planted[r][0]));
    return flipTest(all, stream, true).pValue;
  });
  const real = places.real.map((view) => view.map((value) => Math.trunc(value / 2)));
  const { pValue: half } = flipTest(pooledFeatures({ ...places, real }, repeated), stream);
  const steady = { places: own.length - eligible.length, of: own.length };
  return defined({ place, half, steady: steady.places === 0 ? undefined : steady });
}

/** Whether what comes at a place is rarely the same in both views of a pair, on the scenario's own points. */
function isNoisy({ real, simulated }: Places, worlds: readonly number[], f: number): boolean {
  let [pairs, differing] = [0, 0];
  for (const [r, view] of real.entries()) {
    if (worlds[r] !== 0) continue;
    pairs++;
    differing += Number(!Object.is(view[f], simulated[r][f]));
  }
  return differing >= NOISY * pairs;
}
