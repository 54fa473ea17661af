/**
 * What is compared at places where real and simulated views differ: values and their bits at each place, which
 * values come again from run to run, and how values are distributed over all places together.
 */

import type { Differences } from './flips.ts';
import type { Places } from './places.ts';

/** The value at every place, and its low bit; of bytes every bit. */
export function placeFeatures({ real, simulated, raw }: Places): Differences {
  const masks = raw ? [1, 2, 4, 8, 16, 32, 64, 128] : [1];
  return real.map((own, r) => {
    const other = simulated[r];
    const features = new Float64Array(own.length * (1 + masks.length));
    for (let f = 0; f < own.length; f++) {
      const [a, b] = [own[f], other[f]];
      if (Number.isNaN(a) || Number.isNaN(b)) continue;
      features[f] = a - b;
      for (const [bit, mask] of masks.entries())
        features[(bit + 1) * own.length + f] = bitOf(a, mask) - bitOf(b, mask);
    }
    return features;
  });
}

function bitOf(value: number, mask: number): number {
  return Math.floor(value / mask) % 2 === 0 ? 0 : 1;
}

/**
 * For every place, in how many other views on the same points its value comes again: of a value without noise
 * in all real ones.
 * @param worlds for each pair, on which points it runs
 */
export function againFeatures({ real, simulated }: Places, worlds: readonly number[]): Differences {
  const places = real[0]?.length ?? 0;
  const again = real.map(() => new Float64Array(places));
  for (const world of new Set(worlds)) {
    const own = worlds.flatMap((of, r) => (of === world ? [r] : []));
    const views = own.flatMap((r) => [real[r], simulated[r]]);
    for (let f = 0; f < places; f++) {
      const counts = new Map<number, number>();
      for (const view of views) counts.set(view[f], (counts.get(view[f]) ?? 0) + 1);
      if (counts.size === views.length) continue;
      for (const r of own)
        again[r][f] = (counts.get(real[r][f]) as number) - (counts.get(simulated[r][f]) as number);
    }
  }
  return again;
}

/** In how many equal parts a range of values is divided. */
const PARTS = 16;

/**
 * Over all places of a view: how values are distributed over parts of their range, and their lowest bits over
 * all combinations of four; the mean and the mean square; how many come twice; how many are as the one before; how
 * many come again in other views on the same points.
 * @param again of the same places, see {@link againFeatures}
 */
export function pooledFeatures({ real, simulated }: Places, again: Differences): Differences {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const view of [...real, ...simulated]) {
    for (const value of view) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return real.map((own, r) => {
    const [a, b] = [own, simulated[r]].map((view) => summary(view, low, high));
    const totals = again[r].reduce((sum, value) => sum + value, 0);
    const differences = Float64Array.of(...a.map((value, at) => value - b[at]), totals);
    // Of the entries that came, as pairs in which more came must not outweigh the others.
    const came = [own, simulated[r]].reduce((sum, view) => sum + countOf(view), 0);
    return differences.map((value) => value / Math.max(1, came));
  });
}

function countOf(view: Float64Array): number {
  return view.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0);
}

function summary(view: Float64Array, low: number, high: number): number[] {
  const parts = new Float64Array(PARTS);
  const bits = new Float64Array(PARTS);
  let [mean, square, like] = [0, 0, 0];
  const distinct = new Set<number>();
  const width = Math.max(high - low, Number.MIN_VALUE);
  for (let f = 0; f < view.length; f++) {
    const value = view[f];
    if (Number.isNaN(value)) continue;
    const place = (value - low) / width;
    parts[Math.min(PARTS - 1, Math.floor(place * PARTS))]++;
    bits[((Math.floor(value) % PARTS) + PARTS) % PARTS]++;
    mean += place;
    square += place * place;
    like += f > 0 && value === view[f - 1] ? 1 : 0;
    distinct.add(value);
  }
  return [...parts, ...bits, mean, square, like, distinct.size];
}
