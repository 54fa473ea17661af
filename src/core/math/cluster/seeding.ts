/** Where Lloyd's iterations start: the seeding of k-means++ (Arthur and Vassilvitskii 2007). */

import { assert } from '../../base/errors.ts';
import type { Matrix } from '../../base/matrix.ts';
import type { Stream } from '../../base/random.ts';
import { squaredDistance } from './squared-distance.ts';

export interface SeedingOptions {
  /** m numbers, finite and not negative, not all zero: how many times each point counts; all 1 when left out. */
  readonly weights?: Float64Array | undefined;
  /** Rows that are already centres, in the order drawn: only the rest is drawn (MUFC, Algorithm 3). */
  readonly kept?: Uint32Array | undefined;
}

/**
 * Draws `k` points as centres: the first in proportion to its weight, each other in proportion to its weight
 * and its squared distance from the nearest centre drawn before. If every point coincides with a centre, the
 * draw is like the first, so a row is drawn twice only if the points have fewer than `k` distinct values. One
 * draw per centre (scikit-learn tries several and keeps the best). Takes O(m k d).
 *
 * @param points m x d, m >= 1
 * @returns k row indices, in the order drawn
 */
export function kMeansPlusPlus(
  points: Matrix,
  k: number,
  stream: Stream,
  options?: SeedingOptions,
): Uint32Array {
  return drawCentres(points, k, stream, options).chosen;
}

/** What {@link kMeansPlusPlus} draws, with the total mass of each draw. */
export interface DrawnCentres {
  readonly chosen: Uint32Array;
  /** k sums: of all weights, then of weights times squared distances from the nearest centre drawn before. */
  readonly masses: Float64Array;
}

const NONE = new Uint32Array();
const NO_OPTIONS: SeedingOptions = {};

/** {@link kMeansPlusPlus}, with the masses that each centre was drawn from. */
export function drawCentres(
  points: Matrix,
  k: number,
  stream: Stream,
  { weights, kept = NONE }: SeedingOptions = NO_OPTIONS,
): DrawnCentres {
  const { rows } = points;
  assert(rows > 0, 'there are no points to draw centres from');
  if (kept.length > k) assert(false, `${kept.length} centres are kept of ${k}`);
  const chosen = new Uint32Array(k);
  chosen.set(kept);
  const drawnFrom = new Float64Array(k);
  const nearest = new Float64Array(rows).fill(Infinity);
  const masses = weights === undefined ? nearest : new Float64Array(rows);
  let total = 0;
  for (let h = 0; h < k; h++) {
    drawnFrom[h] = h === 0 ? weightOf(rows, weights) : total;
    if (h >= kept.length) chosen[h] = draw(rows, masses, total, weights, stream);
    total = 0;
    for (let i = 0; i < rows; i++) {
      const distance = squaredDistance(points, chosen[h], points, i);
      if (distance < nearest[i]) nearest[i] = distance;
      if (weights !== undefined) masses[i] = weights[i] * nearest[i];
      total += masses[i];
    }
  }
  return { chosen, masses: drawnFrom };
}

function weightOf(rows: number, weights: Float64Array | undefined): number {
  return weights === undefined ? rows : weights.reduce((sum, weight) => sum + weight, 0);
}

/** A row in proportion to its mass, or to its weight if all masses are 0. */
function draw(
  rows: number,
  masses: Float64Array,
  total: number,
  weights: Float64Array | undefined,
  stream: Stream,
): number {
  if (total > 0) return drawInProportion(masses, total, stream);
  if (weights === undefined) return stream.integer(rows);
  return drawInProportion(weights, weightOf(rows, weights), stream);
}

/** An index with probability masses[i] / total, where `total` is their sum in the order of the array. */
function drawInProportion(masses: Float64Array, total: number, stream: Stream): number {
  const target = stream.uniform() * total;
  let sum = 0;
  let last = 0;
  for (let i = 0; i < masses.length; i++) {
    if (masses[i] === 0) continue;
    sum += masses[i];
    last = i;
    if (sum > target) return i;
  }
  // If the total is subnormal, the product can round up to it.
  return last;
}
