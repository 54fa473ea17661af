/**
 * Lloyd's algorithm on integers, all in bigint and straight from its definition: the judge of protocols that promise to
 * equal it. Shares no code with them.
 */

import { NO_CLUSTER } from '../../src/core/base/labels.ts';

type Point = readonly bigint[];

export interface ExactRule {
  readonly clusters: number;
  readonly centreSeparation: boolean;
  readonly maxIterations: number;
}

export interface ExactRun {
  /** The clusters of all points at the start and after each iteration. */
  readonly history: readonly (readonly number[])[];
  readonly converged: boolean;
  /** How often several centres were the nearest of a point, and how often not all of these were the same centre. */
  readonly ties: number;
  readonly halfway: number;
  /** How often a cluster had no points at the start of an iteration. */
  readonly empty: number;
  /** Points that centre separation left in no cluster, and points that it left in their own as nothing else was there. */
  readonly separatedOut: number;
  readonly keptOwn: number;
}

/** A squared distance: a fraction with a positive denominator. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/**
 * Ties go to the lowest index; an empty cluster has no centre and stays empty; a point in no cluster counts for
 * nothing until it gets one. With centre separation the first iteration gives a point to the first cluster that is at least
 * three times closer than any other, and to none when there is no such cluster, save that a cluster which gets no point
 * keeps those of its own that no other took.
 */
export function exactLloyd(points: readonly Point[], start: readonly number[], rule: ExactRule): ExactRun {
  const { clusters, centreSeparation, maxIterations } = rule;
  const history = [start];
  const count = { ties: 0, halfway: 0, empty: 0, separatedOut: 0, keptOwn: 0 };
  let converged = false;
  while (!converged && history.length <= maxIterations) {
    const labels = history[history.length - 1];
    const members = Array.from({ length: clusters }, (_, h) => points.filter((__, i) => labels[i] === h));
    const present = [...members.keys()].filter((h) => members[h].length > 0);
    const centres = members.map(sumOf);
    const distances = points.map((x) =>
      members.map((own, h) => squaredDistance(centres[h], BigInt(own.length), x)),
    );
    count.empty += clusters - present.length;
    const same = (g: number, h: number): boolean =>
      centres[g].every((value, c) => {
        return value * BigInt(members[h].length) === centres[h][c] * BigInt(members[g].length);
      });
    const separates = centreSeparation && history.length === 1;
    const next = separates
      ? separate(distances, present, labels, count)
      : nearest(distances, present, same, count);
    converged = !separates && next.every((label, i) => label === labels[i]);
    history.push(next);
  }
  return { history, converged, ...count };
}

/** The sum of points; empty when there are none. */
function sumOf(members: readonly Point[]): Point {
  return members.reduce<bigint[]>((sum, x) => x.map((value, c) => (sum[c] ?? 0n) + value), []);
}

/** ||sum / size - x||^2 = ||sum - size x||^2 / size^2. */
function squaredDistance(sum: Point, size: bigint, x: Point): Fraction {
  const over = sum.reduce((total, value, c) => total + (value - size * x[c]) ** 2n, 0n);
  return { over, under: size * size };
}

function compare(a: Fraction, b: Fraction, factor = 1n): bigint {
  return factor * a.over * b.under - b.over * a.under;
}

function nearest(
  distances: readonly (readonly Fraction[])[],
  present: readonly number[],
  same: (g: number, h: number) => boolean,
  count: { ties: number; halfway: number },
): number[] {
  return distances.map((row) => {
    const best = present.filter((g) => present.every((h) => compare(row[g], row[h]) <= 0n));
    count.ties += Number(best.length > 1);
    count.halfway += Number(best.some((h) => !same(best[0], h)));
    return best[0] ?? NO_CLUSTER;
  });
}

function separate(
  distances: readonly (readonly Fraction[])[],
  present: readonly number[],
  labels: readonly number[],
  count: { separatedOut: number; keptOwn: number },
): number[] {
  const taken = distances.map((row) => {
    const close = (g: number): boolean => present.every((h) => h === g || compare(row[g], row[h], 9n) <= 0n);
    return present.find(close);
  });
  const bare = new Set(present.filter((h) => !taken.includes(h)));
  return taken.map((h, i) => {
    if (h !== undefined) return h;
    if (bare.has(labels[i])) {
      count.keptOwn++;
      return labels[i];
    }
    count.separatedOut++;
    return NO_CLUSTER;
  });
}
