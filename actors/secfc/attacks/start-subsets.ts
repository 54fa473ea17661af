/**
 * What a start from subsets reveals: the server draws the points that each cluster begins with, so the first
 * distances are to means of s points that it knows by number. For s = 1 they are distances between points, whatever
 * comes later, and every restart reveals as many more; for larger s, distances to a mean that is as near to its s
 * points as they are to one another.
 */

import { square } from '../../../src/core/kit/math.ts';
import { NO_CLUSTER } from '../../../src/core/kit/cluster.ts';
import { quantiseMatrix } from '../../../src/core/kit/field.ts';
import { grade, gradeMeasures, type Guessed } from '../../../src/core/kit/attack.ts';
import { type Attack, type Matrix, row, type Truth, type View } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Assignment, Distances } from '../messages.ts';
import { seenRounds, wholeDistances } from './distances.ts';
import { unseen } from './geometry.ts';
import { publicGuess, relativeError } from './placed-segments.ts';

/** A distance that was disclosed, in units of the quantisation step. */
interface Told {
  readonly point: number;
  /** One of the points whose mean it is measured to. */
  readonly seed: number;
  readonly distance: number;
}

interface Guess {
  /** Starts that were seen. */
  readonly starts: number;
  readonly told: readonly Told[];
}

export const startSubsets: Attack<Agreed, Guess> = {
  name: 'start-subsets',
  summary: 'distances to the points with which clusters begin, from the first round of every start',
  needs: { server: true },
  concerns: ({ subsets }) => subsets !== undefined,
  inapplicable: unseen,
  reads: [Assignment, Distances],
  guess: toldDistances,
  score({ starts, told }, truth) {
    const { agreed, population } = truth;
    const actual = distancesIn(truth);
    const baseline = publicGuess(population, agreed, { from: 0, to: agreed.dimension }).apart;
    const guesses = told.flatMap(({ point, seed, distance }): Guessed[] => {
      const is = actual(point, seed);
      const found = { error: relativeError(distance, is), baseline: relativeError(baseline, is) };
      return [
        { point, ...found },
        { point: seed, ...found },
      ];
    });
    const found = grade(guesses, 2);
    const points = truth.points.rows;
    const pairs = new Set(told.map(({ point, seed }) => [point, seed].toSorted((a, b) => a - b).join()));
    return {
      exposed: told.length === 0 ? 0 : found.within[1],
      advantage: found.advantage,
      measures: {
        'starts seen': starts,
        'pairs of points disclosed': `${pairs.size} of ${(points * (points - 1)) / 2}`,
        ...gradeMeasures(found),
      },
      meaning:
        told.length === 0
          ? 'no start could be decoded, so there was nothing to try'
          : agreed.subsets === 1
            ? 'the distances of all points to those that clusters begin with, one point each'
            : `the distances of all points to the means of ${agreed.subsets} that clusters begin with, held against those to each of these`,
    };
  },
  fit({ told }, truth) {
    const actual = distancesIn(truth);
    const off = told.reduce(
      (sum, { point, seed, distance }) => sum + Math.abs(distance - actual(point, seed)),
      0,
    );
    return -off / Math.max(1, told.length);
  },
};

function toldDistances(view: View<Agreed>): Guess {
  const { clusters } = view.agreed;
  const told: Told[] = [];
  let starts = 0;
  for (const round of seenRounds(view)) {
    const { rows, labels } = round;
    // In a round that continues from another every point has a cluster.
    if (rows.every((point) => labels[point] !== NO_CLUSTER)) continue;
    starts++;
    const { distances } = wholeDistances(round);
    const seeds = rows.filter((point) => labels[point] !== NO_CLUSTER);
    for (const seed of seeds)
      for (const point of rows)
        if (point !== seed)
          told.push({ point, seed, distance: Math.sqrt(distances.values[point * clusters + labels[seed]]) });
  }
  return { starts, told };
}

function distancesIn({ agreed, points }: Truth<Agreed>): (a: number, b: number) => number {
  const integers: Matrix = quantiseMatrix(points, agreed.scale);
  return (a, b) =>
    Math.sqrt(row(integers, a).reduce((sum, value, c) => sum + square(value - row(integers, b)[c]), 0));
}
