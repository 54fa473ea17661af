/**
 * The seeds of k-means++ when units are removed and inserted (MUFC, Algorithm 3 with insertions), so that they are
 * distributed as if drawn from the current units.
 *
 * A seed that stays was drawn, given those before it, in proportion to its mass among the units that stay. With
 * inserted units the draw becomes a mixture: one of them with probability their share of the mass, otherwise the seed
 * that was drawn. From the first seed that is removed or replaced, all later ones are redrawn. Holds for changes that
 * do not depend on the seeds.
 */

import { squaredDistance } from '../../../src/core/kit/cluster.ts';
import { defineTask, type Matrix, type Stream } from '../../../src/core/kit/index.ts';
import type { Change } from './units.ts';

/** A unit of a row, counted from 0 in order of insertion. */
export interface Seed {
  readonly item: number;
  readonly unit: number;
}

export interface MassesInput {
  readonly points: Matrix;
  readonly seeds: readonly number[];
  /** The rows whose masses are computed. */
  readonly items: readonly number[];
}

/**
 * For each of these rows, the mass of a unit in the draw of seed t: 1 for the first, then its squared distance to the
 * nearest earlier seed. One array for each seed.
 */
export const weigh = defineTask('kept/weigh', {
  operations: ({ points, seeds, items }: MassesInput) => items.length * points.columns * (seeds.length - 1),
  run({ points, seeds, items }): Float64Array[] {
    const nearest = new Float64Array(items.length).fill(Infinity);
    return seeds.map((_, t) => {
      if (t === 0) return new Float64Array(items.length).fill(1);
      items.forEach((item, i) => {
        nearest[i] = Math.min(nearest[i], squaredDistance(points, seeds[t - 1], points, item));
      });
      return nearest.slice();
    });
  },
});

/** The index of the first seed that a change removes, or the number of seeds. */
function firstGone(seeds: readonly Seed[], changes: readonly Change[]): number {
  const left = new Map(changes.map(({ item, to }) => [item, to]));
  const first = seeds.findIndex(({ item, unit }) => unit >= (left.get(item) ?? Infinity));
  return first < 0 ? seeds.length : first;
}

/**
 * The seeds that stay or are replaced by an inserted unit; the others must be drawn after these.
 * @param units the mass of a unit of each change in each draw, from {@link weigh}
 * @param masses of all units in each draw, after the changes
 */
export function survivingSeeds(
  seeds: readonly Seed[],
  changes: readonly Change[],
  units: readonly Float64Array[],
  masses: readonly number[],
  stream: Stream,
): Seed[] {
  const gone = firstGone(seeds, changes);
  for (let t = 0; t < gone; t++) {
    const come = changes.map(({ from, to }, i) => Math.max(0, to - from) * units[t][i]);
    const mass = come.reduce((sum, one) => sum + one, 0);
    if (mass === 0 || stream.uniform() * masses[t] >= mass) continue;
    const at = drawInProportion(come, mass, stream);
    const { item, from, to } = changes[at];
    return [...seeds.slice(0, t), { item, unit: from + Math.floor(stream.uniform() * (to - from)) }];
  }
  return seeds.slice(0, gone);
}

function drawInProportion(masses: readonly number[], total: number, stream: Stream): number {
  const target = stream.uniform() * total;
  let sum = 0;
  const at = masses.findIndex((mass) => (sum += mass) > target);
  return at < 0 ? masses.findLastIndex((mass) => mass > 0) : at;
}
