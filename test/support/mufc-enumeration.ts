/** The probabilities of k-means++, by going through all outcomes, and how far samples are from them. */

import { squaredDistance } from '../../src/core/math/cluster/squared-distance.ts';
import type { Matrix } from '../../src/core/base/matrix.ts';

/** The probability of every order of `clusters` seeds that begins with `prefix`. */
export function orders(
  points: Matrix,
  clusters: number,
  weights: ArrayLike<number> = new Float64Array(points.rows).fill(1),
  prefix: readonly number[] = [],
): Map<string, number> {
  if (prefix.length === clusters) return new Map([[prefix.join(), 1]]);
  const masses = Array.from({ length: points.rows }, (_, i) =>
    prefix.length === 0
      ? weights[i]
      : weights[i] * Math.min(...prefix.map((row) => squaredDistance(points, row, points, i))),
  );
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const all = new Map<string, number>();
  masses.forEach((mass, row) => {
    if (mass === 0) return;
    for (const [order, chance] of orders(points, clusters, weights, [...prefix, row]))
      all.set(order, (mass / total) * chance);
  });
  return all;
}

/** Of the counts of all outcomes; and the value that one in a million exceeds, by Wilson and Hilferty. */
export function chiSquare(
  found: readonly string[],
  expected: ReadonlyMap<string, number>,
): { value: number; critical: number; impossible: number } {
  const counts = new Map<string, number>();
  for (const outcome of found) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const impossible = found.filter((outcome) => !expected.has(outcome)).length;
  let value = 0;
  for (const [outcome, chance] of expected) {
    const mean = chance * found.length;
    value += ((counts.get(outcome) ?? 0) - mean) ** 2 / mean;
  }
  const degrees = expected.size - 1;
  const critical = degrees * (1 - 2 / (9 * degrees) + 4.75 * Math.sqrt(2 / (9 * degrees))) ** 3;
  return { value, critical, impossible };
}
