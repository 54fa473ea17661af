/** How well blinded distances resist the server: blinding is heuristic, and this attack measures it. */

import { centresOf, type Labels, squaredDistance } from '../../../src/core/kit/cluster.ts';
import { quantiseMatrix } from '../../../src/core/kit/field.ts';
import { rankCorrelation } from '../../../src/core/kit/attack.ts';
import type { Attack, Score, Truth, View } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Assignment, Distances } from '../messages.ts';
import { seenRounds, wholeDistances } from './distances.ts';

/** A quantity that the server believes it has recovered. */
interface Estimate {
  readonly labels: Labels;
  readonly point: number;
  readonly cluster: number;
  readonly value: number;
}

export const unblinding: Attack<Agreed, readonly Estimate[]> = {
  name: 'unblinding',
  summary: 'removes the blinding from distances by common divisors',
  needs: { server: true },
  inapplicable: (agreed) => (agreed.disclosure === 'blinded' ? undefined : 'distances are not blinded'),
  reads: [Assignment, Distances],
  guess: unblindedDistances,
  score,
  fit: (estimates, candidate) =>
    rankCorrelation(
      estimates.map(({ value }) => value),
      actualDistances(estimates, candidate),
    ),
};

/** Estimates are compared at this many points, evenly spaced. */
const COMPARED = 500;

function unblindedDistances(view: View<Agreed>): Estimate[] {
  return seenRounds(view).flatMap((round) => {
    const { labels, distances: seen } = wholeDistances(round);
    return everyNth(labels.length).flatMap((point) =>
      Array.from({ length: seen.columns }, (_, h): Estimate => {
        return { labels, point, cluster: h, value: seen.values[point * seen.columns + h] };
      }).filter(({ value }) => !Number.isNaN(value)),
    );
  });
}

function everyNth(points: number): number[] {
  const step = Math.ceil(points / COMPARED);
  return Array.from({ length: Math.ceil(points / step) }, (_, i) => i * step);
}

function score(estimates: readonly Estimate[], truth: Truth<Agreed>): Score {
  const actual = actualDistances(estimates, truth);
  const right = estimates.filter(({ value }, i) => Math.abs(value - actual[i]) <= 1e-9 * actual[i]).length;
  const share = estimates.length === 0 ? 0 : right / estimates.length;
  return {
    exposed: share,
    measures: { 'distances unblinded': `${(100 * share).toFixed(1)} %` },
    meaning:
      estimates.length === 0
        ? 'no round could be decoded, so there was nothing to try'
        : 'these distances are recovered: the factor is the common divisor of all values that it multiplies',
  };
}

function actualDistances(estimates: readonly Estimate[], truth: Truth<Agreed>): number[] {
  const distance = distancesIn(estimates, truth);
  return estimates.map(({ labels, point, cluster }) => distance(labels, point, cluster));
}

/** By how much one centre is farther than another, in squared quantisation steps. */
export function actualDifferences(
  differences: readonly {
    readonly labels: Labels;
    readonly point: number;
    readonly clusters: readonly [near: number, far: number];
  }[],
  truth: Truth<Agreed>,
): number[] {
  const distance = distancesIn(differences, truth);
  return differences.map(
    ({ labels, point, clusters: [near, far] }) =>
      distance(labels, point, far) - distance(labels, point, near),
  );
}

function distancesIn(
  seen: readonly { readonly labels: Labels }[],
  { agreed, points }: Truth<Agreed>,
): (labels: Labels, point: number, cluster: number) => number {
  const integers = quantiseMatrix(points, agreed.scale);
  const centres = new Map(
    [...new Set(seen.map(({ labels }) => labels))].map((labels) => [
      labels,
      centresOf(integers, labels, agreed.clusters),
    ]),
  );
  return (labels, point, cluster) => {
    const means = centres.get(labels);
    return means === undefined ? Number.NaN : squaredDistance(integers, point, means, cluster);
  };
}
