/**
 * Exact sums of clusters, observed round after round: a cluster of one point is that point, and if one point
 * moved to another cluster, the difference of the sums is that point. Any protocol that reveals such
 * aggregates of one party, or of all together, has this leak.
 */

import type { ClusterSums } from '../../core/math/cluster/cluster-sums.ts';
import { row } from '../../core/base/matrix.ts';

/** A point revealed by the aggregates. */
export interface Claim {
  /** The round, from 0, whose aggregates show it. */
  readonly round: number;
  readonly how: 'alone' | 'moved';
  readonly point: Float64Array;
}

/** The largest difference of sums that should cancel, as a fraction of the larger one. */
const ROUNDING = 1e-9;

/**
 * @param rounds aggregates of the same points, round by round
 * @param plausible whether a claim can be a point at all, for example by the announced ranges: several points
 *   that move between the same clusters can look like one
 */
export function claimsFrom(
  rounds: readonly ClusterSums[],
  plausible: (point: Float64Array) => boolean,
): Claim[] {
  return rounds.flatMap((aggregate, round) => {
    const claims: Claim[] = [];
    const before = rounds[round - 1];
    aggregate.sizes.forEach((size, h) => {
      if (size === 1) claims.push({ round, how: 'alone', point: row(aggregate.sums, h).slice() });
      if (before === undefined || size - before.sizes[h] !== 1) return;
      const gained = row(aggregate.sums, h).map((value, c) => value - row(before.sums, h)[c]);
      const from = aggregate.sizes.findIndex(
        (other, g) => other - before.sizes[g] === -1 && isCancelled(gained, before, aggregate, g),
      );
      if (from >= 0) claims.push({ round, how: 'moved', point: gained });
    });
    return claims.filter(({ point }) => plausible(point));
  });
}

/** Whether cluster g lost exactly what another one gained. */
function isCancelled(gained: Float64Array, before: ClusterSums, after: ClusterSums, g: number): boolean {
  const old = row(before.sums, g);
  const now = row(after.sums, g);
  return gained.every((value, c) => {
    const scale = Math.max(Math.abs(old[c]), Math.abs(now[c]), Math.abs(value));
    return Math.abs(old[c] - now[c] - value) <= ROUNDING * scale;
  });
}
