/**
 * The loss of a clustering as a number that can be compared exactly, to choose the best of several starts.
 */

import type { Matrix } from '../../base/matrix.ts';
import { means, sumClusters } from './cluster-sums.ts';
import { inertiaAbout } from './inertia.ts';
import { distancesToSums, sumsAreExact } from './integer-distances.ts';
import { type Labels, NO_CLUSTER } from '../../base/labels.ts';
import type { ScaledDistances } from './scaled-distances.ts';

/** A fraction, or a double if the points are not integers. */
export type Loss = number | { readonly numerator: bigint; readonly denominator: bigint };

/**
 * The sum of squared distances between points and their clusters' centres, over the points whose cluster has
 * a centre.
 * @param labels the assignment: to clusters that `distances` know, or to one that has just taken its only
 *   point
 */
export function exactLoss(distances: ScaledDistances, labels: Labels): Loss {
  const { sizes } = distances;
  const sums = new Map<number, bigint>();
  labels.forEach((h, i) => {
    if (h === NO_CLUSTER || sizes[h] === 0) return;
    sums.set(h, (sums.get(h) ?? 0n) + distances.exact(i, h));
  });
  let numerator = 0n;
  let denominator = 1n;
  for (const [h, sum] of sums) {
    const square = BigInt(sizes[h]) ** 2n;
    numerator = numerator * square + sum * denominator;
    denominator *= square;
    const common = commonDivisor(numerator, denominator);
    numerator /= common;
    denominator /= common;
  }
  return { numerator, denominator };
}

/**
 * The loss of points in one place.
 * @param before the labels whose means are the centres
 */
export function lossOf(points: Matrix, before: Labels, labels: Labels, k: number): Loss {
  const sums = sumClusters(points, before, k);
  if (sumsAreExact(points)) return exactLoss(distancesToSums(points, sums), labels);
  const served = labels.map((h) => (h === NO_CLUSTER || sums.sizes[h] === 0 ? NO_CLUSTER : h));
  return inertiaAbout(points, served, means(sums));
}

/** Whether one is less than another; both of the same points. */
export function isLess(a: Loss, b: Loss): boolean {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) < Number(b);
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}
