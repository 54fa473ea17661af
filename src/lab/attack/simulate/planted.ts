/** The power of the comparison, measured on leaks that are planted in what was seen. */

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
}

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
  const place = Array.from({ length: Math.min(PLANTS, own.length) }, () => {
    const f = own[stream.integer(own.length)];
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
  return { place, half: flipTest(pooledFeatures({ ...places, real }, repeated), stream).pValue };
}
