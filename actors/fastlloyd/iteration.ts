/** An iteration of FastLloyd on integers: what a client sums up, and how noisy sums move centres. */

import { assignToCentres, squaredDistance } from '../../src/core/kit/cluster.ts';
import { type Matrix, zeros } from '../../src/core/kit/index.ts';
import type { Method } from './schedule.ts';

/** Counts are multiplied by this, so that their noise is as fine as that of sums. */
export const COUNT_STEPS = 2 ** 10;

/** The parameters of an iteration; lengths are in steps of the grid. */
export interface Step {
  readonly method: Method;
  /** R: points farther from their centre are in no cluster, and no centre moves farther. */
  readonly radius: number;
  /** How centres that noise moved out of the cube return. */
  readonly edge: 'fold' | 'clamp';
  /** Half the cube's side. */
  readonly side: number;
}

/**
 * Sums of x - C over the points of each cluster that are within the radius (glloyd: of x over all), K rows of d, then
 * their numbers, times {@link COUNT_STEPS}. One point changes these by at most the radius (glloyd: sqrt d sides) and
 * one count.
 */
export function localSums(points: Matrix, centres: Matrix, { method, radius }: Step): Float64Array {
  const { rows: k, columns: d } = centres;
  const sums = new Float64Array(k * (d + 1));
  const nearest = assignToCentres(points, centres);
  for (let i = 0; i < points.rows; i++) {
    const h = nearest[i];
    const isRelative = method === 'fastlloyd';
    if (isRelative && squaredDistance(centres, h, points, i) > radius * radius) continue;
    for (let c = 0; c < d; c++) {
      sums[h * d + c] += points.values[i * d + c] - (isRelative ? centres.values[h * d + c] : 0);
    }
    sums[k * d + h] += COUNT_STEPS;
  }
  return sums;
}

/** Added to counts, so that none is exactly 0. */
const LEAST_COUNT = 1e-9;

/**
 * The centres that noisy sums lead to, on the grid. Counts near or below 0 could move a centre anywhere; the radius
 * limits that. The quotients of glloyd are used unchanged.
 */
export function movedCentres(sums: Float64Array, before: Matrix, step: Step): Matrix {
  const { rows: k, columns: d } = before;
  const centres = zeros(k, d);
  for (let h = 0; h < k; h++) {
    const count = sums[k * d + h] / COUNT_STEPS + LEAST_COUNT;
    const quotient = sums.slice(h * d, (h + 1) * d).map((x) => x / count);
    const length = Math.sqrt(quotient.reduce((sum, x) => sum + x * x, 0));
    const shorter = length > step.radius ? step.radius / length : 1;
    for (let c = 0; c < d; c++) {
      const at = h * d + c;
      centres.values[at] =
        step.method === 'glloyd'
          ? Math.round(quotient[c])
          : Math.round(backInside(before.values[at] + shorter * quotient[c], step));
    }
  }
  return centres;
}

/**
 * Reflects a coordinate at the faces of the cube, as often as necessary, or moves it to the nearest face: never
 * farther from a centre inside.
 */
function backInside(x: number, { edge, side }: Step): number {
  if (edge === 'clamp') return Math.max(-side, Math.min(side, x));
  const v = (((x + side) % (4 * side)) + 4 * side) % (4 * side);
  return (v > 2 * side ? 4 * side - v : v) - side;
}
