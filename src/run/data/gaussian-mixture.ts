/**
 * Points from a mixture of isotropic Gaussians with equal weights, the density (1/k) sum_h N(mu_h, sigma^2 I),
 * as in the papers. What these say about the centres and the sizes of components:
 *
 * - SecFC, section 5.1: centres "randomly chosen" (in [-10, 10]^d, to match its Table 2), components drawn;
 *   the truth is the nearest centre.
 * - MUFC, appendix M.1: centres in the unit hypercube, variance 0.5, 3000 points per component: middle 0.5,
 *   spread 0.5, deviation sqrt(0.5), sizes equal, then scaled.
 * - FedDP-KMeans, appendix G.1: centres in [0, 1]^d, one variance (0.5 in its public code), components drawn.
 */

import { square } from '../../core/math/elementary/index.ts';
import { normalDraws } from '../../core/math/statistics/draws.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { type Matrix, row } from '../../core/base/matrix.ts';
import type { Random } from '../../core/base/random.ts';
import type { DataSet } from './data-set.ts';
import { numberNames } from './number-names.ts';
import { newPoints } from './points.ts';

export interface GaussianMixture {
  readonly points: number;
  readonly dimension: number;
  readonly components: number;
  /** Standard deviation of every coordinate around its centre, the paper's sigma. */
  readonly deviation: number;
  /** The centres are uniform in [middle - spread, middle + spread]^dimension. */
  readonly middle: number;
  readonly spread: number;
  /**
   * Whether each point draws its component, or components alternate, so that their sizes differ by at most
   * one; or how many points each has, of which all stand together.
   */
  readonly sizes: 'drawn' | 'equal' | readonly number[];
  /** A point's class: the component that it was drawn from, or the centre closest to it. */
  readonly truth: 'component' | 'nearest-centre';
}

/** Squared distances of such coordinates are still far from overflow. */
const LARGEST_LENGTH = 1e100;

/**
 * Draws a mixture from the streams `centres`, `components` and `noise`: a mixture with more points starts
 * with the same ones. Classes are named by the number of their component; a component without points has
 * none. Throws `bad-input` for a count that is not a positive integer, too many coordinates, and a length
 * that is negative or above 1e100.
 */
export function gaussianMixture(spec: GaussianMixture, random: Random): DataSet {
  check(spec);
  const points = newPoints(spec.points, spec.dimension, { path: 'data.points' });
  const centres = drawCentres(spec, random);
  const component = componentsOf(spec, random);
  const stream = random.stream('noise');
  const noise = normalDraws(stream, 0, spec.deviation);

  const classes: string[] = [];
  for (let i = 0; i < spec.points; i++) {
    const drawn = component(i);
    const centre = row(centres, drawn);
    const point = row(points, i);
    for (let c = 0; c < spec.dimension; c++) point[c] = centre[c] + noise();
    classes.push(String(spec.truth === 'component' ? drawn : nearest(centres, point)));
  }
  const { numbers, names } = numberNames(classes);
  return { points, truth: numbers, classes: names, skipped: 0 };
}

/** The component of each point, asked for in their order. */
function componentsOf({ sizes, components }: GaussianMixture, random: Random): (point: number) => number {
  const stream = random.stream('components');
  if (sizes === 'drawn') return () => stream.integer(components);
  if (sizes === 'equal') return (point) => point % components;
  const all = sizes.flatMap((size, h) => Array.from({ length: size }, () => h));
  return (point) => all[point];
}

function drawCentres(spec: GaussianMixture, random: Random): Matrix {
  const { components, dimension, middle, spread } = spec;
  const stream = random.stream('centres');
  const lowest = middle - spread;
  const width = middle + spread - lowest;
  const centres = newPoints(components, dimension, { path: 'data.components' });
  for (let i = 0; i < centres.values.length; i++) centres.values[i] = stream.uniform() * width + lowest;
  return centres;
}

/** The row of `centres` at the smallest Euclidean distance; of several, the first. */
function nearest(centres: Matrix, point: Float64Array): number {
  let best = 0;
  let least = Infinity;
  for (let h = 0; h < centres.rows; h++) {
    const centre = row(centres, h);
    let distance = 0;
    for (let c = 0; c < point.length; c++) distance += square(point[c] - centre[c]);
    if (distance < least) {
      least = distance;
      best = h;
    }
  }
  return best;
}

function check(spec: GaussianMixture): void {
  for (const key of ['points', 'dimension', 'components'] as const) {
    if (!(Number.isSafeInteger(spec[key]) && spec[key] > 0)) {
      throw refused(key, 'a positive integer', spec[key]);
    }
  }
  checkSizes(spec);
  for (const key of ['deviation', 'spread'] as const) {
    if (!(spec[key] >= 0 && spec[key] <= LARGEST_LENGTH)) {
      throw refused(key, `a number from 0 to ${LARGEST_LENGTH}`, spec[key]);
    }
  }
  if (!(Math.abs(spec.middle) <= LARGEST_LENGTH)) {
    throw refused('middle', `a number from -${LARGEST_LENGTH} to ${LARGEST_LENGTH}`, spec.middle);
  }
}

function checkSizes({ sizes, components, points }: GaussianMixture): void {
  if (typeof sizes === 'string') return;
  if (sizes.length !== components) throw refused('sizes', `${components} numbers`, sizes.length);
  const sum = sizes.reduce((all, size) => all + size, 0);
  if (sum !== points) throw refused('sizes', `numbers with the sum ${points}`, sum);
}

function refused(key: string, expected: string, got: number): CahootsError {
  return new CahootsError('bad-input', `expected ${expected}, got ${got}`, { path: `data.${key}` });
}
