/** How near guesses of where points lie come to them, against the best that one guess for all points could do. */

import { square } from '../../../src/core/kit/math.ts';
import { grade, gradeMeasures, type Guessed, KNOWN_WITHIN } from '../../../src/core/kit/attack.ts';
import { type Matrix, row, type Score, type Truth } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';

/** A guess of every point, one row each; NaN where there is none. */
export type Located = Matrix;

/** A score, and of how much of the squared error of the points' mean is gone; absent: no point was guessed. */
export interface LocatedScore extends Omit<Score, 'meaning'> {
  readonly explained?: number;
}

/**
 * Errors are relative to the announced range of the coordinate. What a guess from public knowledge alone could do at most
 * is what it is held against: for each coordinate the one value near which most hidden points lie, and for
 * squared errors their mean. Nobody knows these, so the advantage is never overstated.
 */
export function scoreLocated(guess: Located, { points, hidden, population }: Truth<Agreed>): LocatedScore {
  const { minimum, maximum, dimension } = population;
  const guessed = hidden.filter((i) => !Number.isNaN(row(guess, i)[0]));
  const guesses: Guessed[] = [];
  let [left, all] = [0, 0];
  for (let c = 0; c < dimension; c++) {
    const range = Math.max(Number.MIN_VALUE, maximum[c] - minimum[c]);
    const values = guessed.map((i) => row(points, i)[c]);
    const likeliest = likeliestOf(values, KNOWN_WITHIN * range);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    guessed.forEach((point, at) => {
      const value = values[at];
      const error = Math.abs(value - row(guess, point)[c]);
      guesses.push({ point, error: error / range, baseline: Math.abs(value - likeliest) / range });
      left += square(error);
      all += square(value - mean);
    });
  }
  const found = grade(guesses);
  const explained = all === 0 ? 0 : Math.max(0, 1 - left / all);
  return {
    exposed: guesses.length === 0 ? 0 : found.within[1],
    advantage: found.advantage,
    measures: { 'squared error explained': `${(100 * explained).toFixed(1)} %`, ...gradeMeasures(found) },
    ...(guesses.length > 0 && { explained }),
  };
}

/** How well a guess fits points: the squared distance, negative. */
export function fitLocated(guess: Located, { points }: Truth<Agreed>): number {
  return -points.values.reduce(
    (sum, x, at) => sum + (Number.isNaN(guess.values[at]) ? 0 : square(x - guess.values[at])),
    0,
  );
}

/** The middle of the values that lie within a distance of one number, as many as there are of any; NaN if there are none. */
export function likeliestOf(values: readonly number[], within: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  let [best, most, from] = [Number.NaN, 0, 0];
  sorted.forEach((value, to) => {
    while (value - sorted[from] > 2 * within) from++;
    if (to - from + 1 <= most) return;
    most = to - from + 1;
    best = (sorted[from] + value) / 2;
  });
  return best;
}
