/** How far blinding distances holds: it is a hope, and this is its measure. */

import { centresOf, clusterSizes, type Labels, squaredDistance } from '../../../src/kit/cluster.ts';
import { quantiseMatrix, Reconstruction } from '../../../src/kit/field.ts';
import { rankCorrelation } from '../../../src/kit/attack.ts';
import type { Attack, Score, Truth, View } from '../../../src/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { columnsOf, pairColumn } from '../iteration/blinding.ts';
import { Assignment, Distances } from '../messages.ts';
import { decodedRounds, seenRounds, wholeDistances } from './distances.ts';

/** A quantity that the server thinks it knows. */
interface Estimate {
  readonly labels: Labels;
  readonly point: number;
  /** The distance to one centre, or by how much one centre is farther than another. */
  readonly clusters: readonly [number] | readonly [near: number, far: number];
  readonly value: number;
}

export const unblinding: Attack<Agreed, readonly Estimate[]> = {
  name: 'unblinding',
  summary: 'takes the blinding off distances by common divisors, or judges comparisons by their size',
  needs: { server: true },
  unfit: (agreed) => (agreed.distances === 'plain' ? 'distances are not blinded' : undefined),
  reads: [Assignment, Distances],
  guess: (view) => (view.agreed.distances === 'order' ? comparisons(view) : unblindedDistances(view)),
  score,
  likeness: (estimates, candidate) => correlation(estimates, actualValues(estimates, candidate)),
};

/** Estimates are compared at so many points, evenly spaced over all of them. */
const COMPARED = 500;

function unblindedDistances(view: View<Agreed>): Estimate[] {
  return seenRounds(view).flatMap((round) => {
    const { labels, distances: seen } = wholeDistances(round);
    return everyNth(labels.length).flatMap((point) =>
      Array.from({ length: seen.columns }, (_, h): Estimate => {
        return { labels, point, clusters: [h], value: seen.values[point * seen.columns + h] };
      }).filter(({ value }) => !Number.isNaN(value)),
    );
  });
}

/** Signs and sizes as they came: a size is a difference times an unknown factor. */
function comparisons(view: View<Agreed>): Estimate[] {
  const { moduli, clusters } = view.agreed;
  const reconstruction = new Reconstruction(moduli);
  return decodedRounds(view).flatMap(({ labels, rows, present, segments }) => {
    const sizes = clusterSizes(labels, clusters);
    const columns = columnsOf('order', present.length);
    return everyNth(rows.length).flatMap((at) =>
      present.flatMap((far, h) =>
        present.slice(0, h).map((near, g): Estimate => {
          const values = segments.map((planes) =>
            Number(reconstruction.exactSigned(planes, at * columns + pairColumn(g, h))),
          );
          const scale = (sizes[far] * sizes[near]) ** 2;
          return {
            labels,
            point: rows[at],
            clusters: [near, far],
            value: values.reduce((sum, v) => sum + v, 0) / scale,
          };
        }),
      ),
    );
  });
}

function everyNth(points: number): number[] {
  const step = Math.ceil(points / COMPARED);
  return Array.from({ length: Math.ceil(points / step) }, (_, i) => i * step);
}

function score(estimates: readonly Estimate[], truth: Truth<Agreed>): Score {
  const actual = actualValues(estimates, truth);
  const sizeKnown = correlation(estimates, actual);
  const right = estimates.filter(({ value }, i) => Math.abs(value - actual[i]) <= 1e-9 * actual[i]).length;
  const share = estimates.length === 0 ? 0 : right / estimates.length;
  return truth.agreed.distances === 'order'
    ? {
        exposed: Math.max(0, sizeKnown) ** 2,
        measures: { 'rank correlation of sizes': sizeKnown.toPrecision(3) },
        meaning:
          'the order of the distances, and a hint of the differences: factors hide their size only roughly',
      }
    : {
        exposed: share,
        measures: { 'distances unblinded': `${(100 * share).toFixed(1)} %` },
        meaning:
          'these distances are known again: the factor is the common divisor of all values that it stands in',
      };
}

function actualValues(estimates: readonly Estimate[], { agreed, points }: Truth<Agreed>): number[] {
  const integers = quantiseMatrix(points, agreed.scale);
  const centres = new Map(
    [...new Set(estimates.map(({ labels }) => labels))].map((labels) => [
      labels,
      centresOf(integers, labels, agreed.clusters),
    ]),
  );
  return estimates.map(({ labels, point, clusters: [near, far] }) => {
    const to = (h: number): number => {
      const means = centres.get(labels);
      return means === undefined ? Number.NaN : squaredDistance(integers, point, means, h);
    };
    return far === undefined ? to(near) : to(far) - to(near);
  });
}

function correlation(estimates: readonly Estimate[], actual: readonly number[]): number {
  return rankCorrelation(
    estimates.map(({ value }) => Math.abs(value)),
    actual.map(Math.abs),
  );
}
