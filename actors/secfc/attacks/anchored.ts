/** The server colluding with clients, whose own points turn its map of all points into coordinates. */

import { square } from '../../../src/core/kit/math.ts';
import type { Labels } from '../../../src/core/kit/cluster.ts';
import { quantise, quantiseMatrix } from '../../../src/core/kit/field.ts';
import { anchored, grade, gradeMeasures, type Guessed } from '../../../src/core/kit/attack.ts';
import {
  type Attack,
  fromRows,
  type Matrix,
  row,
  type Score,
  type Truth,
  type View,
  zeros,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Assignment, Distances } from '../messages.ts';
import { unseen } from './geometry.ts';
import { isComplete, segmentParts } from './placed-segments.ts';
import { clientsOf } from './pooled.ts';

/** Coordinates in units of the quantisation step. */
interface Coordinates {
  /** The points that took part. */
  readonly rows: Uint32Array;
  /** One row per point, NaN where nothing is guessed. */
  readonly guess: Matrix;
  /** The guess from the members' own points and the clusters alone. */
  readonly baseline: Matrix;
}

export const anchoredGeometry: Attack<Agreed, Coordinates> = {
  name: 'anchored-geometry',
  summary: "the colluding clients' own points fix the isometry, so positions become coordinates",
  needs: { server: true, clients: 1 },
  inapplicable: unseen,
  reads: [Assignment, Distances],
  guess: anchor,
  score: scoreCoordinates,
  fit: (found, candidate) => -meanCoordinateError(found, candidate),
};

function anchor(view: View<Agreed>): Coordinates {
  const { points, dimension, scale } = view.agreed;
  // Segments need fewer centres than whole points, and fewer points to fix their isometries.
  const { segments, rows, labels } = segmentParts(view);
  const taking = new Set(rows);
  const own = ownPoints(view).filter(({ at }) => taking.has(at));
  const integers = quantiseMatrix(
    fromRows(
      own.map(({ point }) => point),
      dimension,
    ),
    scale,
  );
  const guess = zeros(points, dimension);
  guess.values.fill(Number.NaN);
  const at = own.map((one) => one.at);
  if (own.length > 0) {
    for (const segment of segments) {
      const { coordinates } = segment.placement;
      const { from, to } = segment.columns;
      const known = selectColumns(integers, from, to);
      const found = anchored(coordinates, at, known, isComplete(segment), (image) =>
        plausibility(image, from, view),
      );
      for (const i of rows) row(guess, i).set(row(found, i), from);
    }
  }
  return { rows, guess, baseline: clusterMeans(points, integers, at, labels) };
}

/** The members' own points, and their indices among all points. */
function ownPoints({
  agreed,
  members,
}: View<Agreed>): { readonly at: number; readonly point: Float64Array }[] {
  return clientsOf(members).flatMap(({ index, shard, identifiers }) =>
    Array.from({ length: shard?.rows ?? 0 }, (_, i) => ({
      at: agreed.alignment === undefined ? agreed.offsets[index] + i : (identifiers as Uint32Array)[i],
      point: row(shard as Matrix, i),
    })),
  );
}

/** Correct coordinates are integers within the announced ranges. */
function plausibility(
  { values, columns }: Matrix,
  from: number,
  { agreed: { scale }, population: { minimum, maximum } }: View<Agreed>,
): number {
  return -values.reduce((sum, value, at) => {
    if (Number.isNaN(value)) return sum;
    const c = from + (at % columns);
    const beyond = Math.max(0, quantise(minimum[c], scale) - value, value - quantise(maximum[c], scale));
    return sum + Math.abs(value - Math.round(value)) + beyond;
  }, 0);
}

/** For every point the mean of the members' own points in its cluster or, if there are none, of all of them. */
function clusterMeans(points: number, own: Matrix, at: readonly number[], labels: Labels): Matrix {
  const means = zeros(points, own.columns);
  const meanOf = (rows: readonly number[]): Float64Array => {
    const sum = new Float64Array(own.columns);
    for (const i of rows) row(own, i).forEach((value, c) => (sum[c] += value / rows.length));
    return sum;
  };
  const all = [...at.keys()];
  const known = new Map<number, Float64Array>();
  for (let i = 0; i < points; i++) {
    let mean = known.get(labels[i]);
    if (mean === undefined) {
      const alike = all.filter((one) => labels[at[one]] === labels[i]);
      known.set(labels[i], (mean = meanOf(alike.length > 0 ? alike : all)));
    }
    row(means, i).set(mean);
  }
  return means;
}

function scoreCoordinates(found: Coordinates, truth: Truth<Agreed>): Score {
  const { minimum, maximum } = truth.population;
  const errors = [...coordinateErrors(found, truth)];
  const guesses = errors.map(({ point, column, error, baseline }): Guessed => {
    const range = Math.max(1, (maximum[column] - minimum[column]) * truth.agreed.scale);
    return { point, error: error / range, baseline: baseline / range };
  });
  const graded = grade(guesses);
  const isExact = ({ error }: CoordinateError): boolean => error < 0.5;
  const exact = errors.filter(isExact).length;
  const wrong = new Set(errors.filter((one) => !isExact(one)).map(({ point }) => point));
  const touched = new Set(errors.map(({ point }) => point));
  const worst = errors.reduce((most, { error }) => (error > most ? error : most), 0);
  const explained = determination(found, truth);
  const above = (least: number): number => explained.filter((value) => value > least).length;
  return {
    exposed: graded.within[1],
    advantage: graded.advantage,
    measures: {
      'coordinates back': `${exact} of ${errors.length}`,
      'points wholly': `${touched.size - wrong.size} of ${touched.size}`,
      'largest error in steps': errors.length === 0 ? 'none placed' : worst.toPrecision(2),
      ...gradeMeasures(graded),
      'columns with R2 above 0.5 | 0.9 | 0.99': `${above(0.5)} | ${above(0.9)} | ${above(0.99)} of ${explained.length}`,
    },
    meaning:
      errors.length === 0
        ? 'no round could be decoded, so there was nothing to try'
        : exact === errors.length
          ? 'every point of every other client, exactly'
          : `${exact} of ${errors.length} coordinates of the others exactly, ${(100 * graded.within[1]).toFixed(1)} % to within 1 % of their range`,
  };
}

/** R2 of each column: the share of its variance over the hidden points that the guess explains. */
function determination(found: Coordinates, truth: Truth<Agreed>): number[] {
  const columns = Array.from({ length: truth.agreed.dimension }, () => ({
    n: 0,
    sum: 0,
    squares: 0,
    rest: 0,
  }));
  for (const { column, error, actual } of coordinateErrors(found, truth)) {
    const one = columns[column];
    one.n++;
    one.sum += actual;
    one.squares += square(actual);
    one.rest += square(error);
  }
  return columns.map(({ n, sum, squares, rest }) => {
    const variance = squares - square(sum) / n;
    // A constant column counts as explained only if the guess is exact.
    if (!(variance > 0)) return rest === 0 ? 1 : 0;
    return Number.isNaN(rest) ? 0 : 1 - rest / variance;
  });
}

function meanCoordinateError(found: Coordinates, candidate: Truth<Agreed>): number {
  const errors = [...coordinateErrors(found, candidate)].filter(({ error }) => !Number.isNaN(error));
  return errors.reduce((sum, { error }) => sum + error / errors.length, 0);
}

interface CoordinateError {
  readonly point: number;
  readonly column: number;
  readonly actual: number;
  /** In quantisation steps; NaN where nothing is guessed. */
  readonly error: number;
  readonly baseline: number;
}

/** The errors at hidden points that took part. */
function* coordinateErrors(
  { rows, guess, baseline }: Coordinates,
  { agreed, points, hidden }: Truth<Agreed>,
): Generator<CoordinateError, void, void> {
  const taking = new Set(rows);
  for (const i of hidden) {
    if (!taking.has(i)) continue;
    const [guessed, suggested, point] = [row(guess, i), row(baseline, i), row(points, i)];
    for (let column = 0; column < point.length; column++) {
      const actual = quantise(point[column], agreed.scale);
      const error = Math.abs(guessed[column] - actual);
      yield { point: i, column, actual, error, baseline: Math.abs(suggested[column] - actual) };
    }
  }
}

function selectColumns(matrix: Matrix, from: number, to: number): Matrix {
  return fromRows(
    Array.from({ length: matrix.rows }, (_, i) => row(matrix, i).subarray(from, to)),
    to - from,
  );
}
