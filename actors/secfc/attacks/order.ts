/**
 * What `disclosure: order` reveals to a semi-honest server: more than the order. Factors have a known mean, so a
 * low-rank fit over all rounds averages them out; and where two clusters did not change from one round to another,
 * the difference is usually the greatest common divisor of the two values.
 */

import { powerOfTwo, square } from '../../../src/core/kit/math.ts';
import { clusterSizes, type Labels } from '../../../src/core/kit/cluster.ts';
import { Reconstruction } from '../../../src/core/kit/field.ts';
import { type Comparison, fitComparisons, metricPlaces } from '../../../src/core/kit/attack.ts';
import {
  type Attack,
  type Matrix,
  type Score,
  type Truth,
  type View,
  zeros,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { columnsOf, pairColumn } from '../iteration/blinding.ts';
import { FACTOR_BITS } from '../shape.ts';
import { Assignment, Distances } from '../messages.ts';
import { actualDifferences } from './blinding.ts';
import { decodedRounds } from './distances.ts';
import { meanDistanceError, type Placed, scoreParts } from './placed-segments.ts';

/** A difference that the server believes it knows exactly. */
interface Difference {
  readonly labels: Labels;
  readonly point: number;
  readonly clusters: readonly [near: number, far: number];
  readonly value: number;
}

interface Found {
  readonly placed: Placed;
  /** At points evenly spaced over all. */
  readonly differences: readonly Difference[];
}

export const comparisons: Attack<Agreed, Found> = {
  name: 'comparisons',
  summary: 'fits positions to all comparisons of all rounds, and takes common divisors of those that repeat',
  needs: { server: true },
  inapplicable: ({ disclosure }) =>
    disclosure === 'order' ? undefined : 'the server is not sent comparisons',
  reads: [Assignment, Distances],
  guess: mapOf,
  score,
  fit: ({ placed }, candidate) => -meanDistanceError(placed, candidate),
};

/** All values of one pair of clusters in one round. */
interface Seen {
  readonly labels: Labels;
  readonly clusters: readonly [near: number, far: number];
  /** The members of both clusters, as a key. */
  readonly pair: string;
  /** What a difference is multiplied by in addition to its factor. */
  readonly scale: number;
  /** For each point that takes part. */
  readonly values: readonly bigint[];
}

/** At most this many comparisons, evenly spaced, are fitted. */
const MOST = 240;

const MEAN_FACTOR = powerOfTwo(FACTOR_BITS - 1);

function mapOf(view: View<Agreed>): Found {
  const { dimension, clusters } = view.agreed;
  const { seen, rows } = seenPairs(view);
  const nothing = { segments: [], rows: new Uint32Array(), labels: new Uint16Array() };
  if (seen.length === 0 || rows.length <= dimension) return { placed: nothing, differences: [] };
  const step = Math.ceil(seen.length / MOST);
  const used = seen.filter((_, c) => c % step === 0);
  const place = new Map(Array.from(rows, (row, at) => [row, at]));
  const clustersIn = new Map<Labels, number[][]>();
  for (const { labels } of used) {
    if (clustersIn.has(labels)) continue;
    const all = Array.from({ length: clusters }, (): number[] => []);
    for (const row of rows) all[labels[row]]?.push(place.get(row) as number);
    clustersIn.set(labels, all);
  }
  const estimates = used.map(({ labels, clusters: [near, far], scale, values }): Comparison => ({
    near: clustersIn.get(labels)?.[near] ?? [],
    far: clustersIn.get(labels)?.[far] ?? [],
    clusters: (clustersIn.get(labels) ?? []).filter(({ length }) => length > 0),
    values: Float64Array.from(values, (value) => Number(value) / scale / MEAN_FACTOR),
    exact: new Uint8Array(values.length),
  }));
  const rough = fitComparisons(estimates, rows.length, dimension);
  // A divisor can be a multiple of the difference; the fit tells which.
  const divisors = commonDivisors(seen);
  const better = estimates.map((estimate, c): Comparison => {
    const values = estimate.values.slice();
    const exact = estimate.exact.slice();
    divisors.get(used[c].pair)?.forEach((divisor, i) => {
      const known = exactly(divisor, rough.differences[c][i] * used[c].scale);
      if (known === undefined) return;
      values[i] = known / used[c].scale;
      exact[i] = 1;
    });
    return { ...estimate, values, exact };
  });
  const own = placesOf(better, rows.length, dimension);
  if (own === undefined) return { placed: nothing, differences: [] };
  const coordinates = zeros(view.agreed.points, own.columns);
  coordinates.values.fill(Number.NaN);
  rows.forEach((row, at) =>
    coordinates.values.set(own.values.subarray(at * own.columns, (at + 1) * own.columns), row * own.columns),
  );
  const placement = { coordinates, heights: new Float64Array(view.agreed.points) };
  const { labels } = seen[seen.length - 1];
  const differences = used.flatMap(({ labels: of, clusters: pair }, c) =>
    everyNth(rows.length).flatMap((i) =>
      better[c].exact[i] === 1
        ? [{ labels: of, point: rows[i], clusters: pair, value: better[c].values[i] }]
        : [],
    ),
  );
  const segments = [{ columns: { from: 0, to: dimension }, ranks: [], placement }];
  return { placed: { segments, rows, labels }, differences };
}

/** Positions in as many dimensions as the comparisons determine. */
function placesOf(estimates: readonly Comparison[], points: number, dimension: number): Matrix | undefined {
  for (let rank = dimension; rank >= 1; rank--) {
    const placed = metricPlaces(fitComparisons(estimates, points, rank), estimates);
    if (placed !== undefined) return placed;
  }
  return undefined;
}

function seenPairs(view: View<Agreed>): { readonly seen: readonly Seen[]; readonly rows: Uint32Array } {
  const { moduli, clusters } = view.agreed;
  const reconstruction = new Reconstruction(moduli);
  const rounds = decodedRounds(view);
  const rows = rounds.at(-1)?.rows ?? new Uint32Array();
  const seen = rounds.flatMap(({ labels, rows: own, present, segments }) => {
    // An honest server asks for the same points in every round.
    if (own.length !== rows.length) return [];
    const sizes = clusterSizes(labels, clusters);
    const columns = columnsOf('order', present.length);
    const names = present.map((h) => [...own].filter((row) => labels[row] === h).join());
    return present.flatMap((far, h) =>
      present.slice(0, h).map((near, g): Seen => ({
        labels,
        clusters: [near, far],
        pair: `${names[g]};${names[h]}`,
        scale: square(sizes[far] * sizes[near]),
        values: Array.from(own, (_, at) =>
          segments.reduce(
            (sum, planes) => sum + reconstruction.exactSigned(planes, at * columns + pairColumn(g, h)),
            0n,
          ),
        ),
      })),
    );
  });
  return { seen, rows };
}

/** For pairs of clusters that were compared several times, the signed common divisor of each point's values. */
function commonDivisors(seen: readonly Seen[]): Map<string, readonly bigint[]> {
  const byPair = new Map<string, Seen[]>();
  for (const one of seen) byPair.set(one.pair, [...(byPair.get(one.pair) ?? []), one]);
  return new Map(
    [...byPair]
      .filter(([, all]) => all.length > 1)
      .map(([pair, all]) => [
        pair,
        all[0].values.map((value, i) => {
          const divisor = all.reduce((known, { values }) => greatestCommonDivisor(known, values[i]), 0n);
          return value < 0n ? -divisor : divisor;
        }),
      ]),
  );
}

/** The fit distinguishes multiples of the difference up to this one. */
const LARGEST_MULTIPLE = 8n;

/** The fraction of a divisor that is nearest to an estimate; undefined if none is near. */
function exactly(divisor: bigint, estimate: number): number | undefined {
  for (let multiple = 1n; multiple <= LARGEST_MULTIPLE; multiple++) {
    if (divisor % multiple !== 0n) continue;
    const value = Number(divisor / multiple);
    if (Math.abs(value - estimate) <= 0.15 * Math.abs(value)) return value;
  }
  return undefined;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

/** Differences are compared at this many points, evenly spaced. */
const COMPARED = 200;

function everyNth(points: number): number[] {
  const step = Math.ceil(points / COMPARED);
  return Array.from({ length: Math.ceil(points / step) }, (_, i) => i * step);
}

function score({ placed, differences }: Found, truth: Truth<Agreed>): Score {
  const map = scoreParts(placed, truth);
  const actual = actualDifferences(differences, truth);
  const right = differences.filter(
    ({ value }, i) => Math.abs(value - actual[i]) <= 1e-9 * Math.abs(actual[i]),
  );
  const { 'rank by round': _ranks, 'full after round': _full, ...measures } = map.measures;
  return {
    ...map,
    measures: { ...measures, 'differences claimed exact': `${differences.length}, right ${right.length}` },
    meaning:
      placed.segments.length === 0
        ? 'too little was seen to place anything: no round could be decoded, or too few'
        : 'a map of all points up to an isometry: factors are averaged out over rounds and points',
  };
}
