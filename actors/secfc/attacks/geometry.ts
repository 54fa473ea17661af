/**
 * What the server learns from what Theorem 1 calls "only the distances": all points up to an isometry, per segment
 * where there are several; and together with one client, whose own points fix the isometry, all points.
 */

import { align, spannedDimension } from '../../../src/attack/alignment.ts';
import { quantise, quantiseMatrix } from '../../../src/field/quantise.ts';
import { fromRows, type Matrix, row, selectRows, zeros } from '../../../src/base/matrix.ts';
import type { Attack, Score, Truth, View } from '../../../src/protocol/attack.ts';
import type { Agreed } from '../agreed.ts';
import { Assignment, Distances } from '../messages.ts';
import { isComplete, meanDistanceError, type Part, scoreParts, segmentParts, wholePart } from './parts.ts';
import { clientsOf, mixed } from './pooled.ts';

export const geometry: Attack<Agreed, readonly Part[]> = {
  name: 'geometry',
  summary: 'places every point up to an isometry, from the assignments and the distances to the centres',
  needs: { server: true },
  unfit: unseen,
  reads: [Assignment, Distances],
  guess: wholePart,
  score: scoreParts,
  likeness: (parts, candidate) => -meanDistanceError(parts, candidate),
};

export const segments: Attack<Agreed, readonly Part[]> = {
  ...geometry,
  name: 'segments',
  summary: 'the same for each segment on its own, which takes fewer centres',
  unfit: (agreed) => (agreed.code.l === 1 ? 'points are not cut into segments' : unseen(agreed)),
  guess: segmentParts,
};

/** All points in units of the quantisation step, NaN where a coordinate stays open. */
export const anchoredGeometry: Attack<Agreed, Matrix> = {
  name: 'anchored-geometry',
  summary: "the colluding clients' own points fix the isometry: places become coordinates",
  needs: { server: true, clients: 1 },
  unfit: (agreed) => mixed(agreed) ?? unseen(agreed),
  reads: [Assignment, Distances],
  guess: anchor,
  score: scoreCoordinates,
  likeness: (guess, candidate) => -meanCoordinateError(guess, candidate),
};

function unseen({ distances }: Agreed): string | undefined {
  return distances === 'order' ? 'the server is sent comparisons and no distances' : undefined;
}

function anchor(view: View<Agreed>): Matrix {
  const { points, dimension, offsets, scale } = view.agreed;
  const colluding = clientsOf(view.members);
  const own = colluding.flatMap(({ index, shard }) =>
    Array.from({ length: shard?.rows ?? 0 }, (_, i) => offsets[index] + i),
  );
  const known = fromRows(
    colluding.flatMap(({ shard }) => {
      const integers = quantiseMatrix(shard as Matrix, scale);
      return Array.from({ length: integers.rows }, (_, i) => row(integers, i));
    }),
    dimension,
  );
  const guess = zeros(points, dimension);
  guess.values.fill(Number.NaN);
  // Segments need fewer centres than whole points, and fewer points to fix their isometries.
  for (const part of segmentParts(view)) {
    const { coordinates } = part.placement;
    const spanned = spannedDimension(selectRows(coordinates, own)) === coordinates.columns;
    if (!isComplete(part) || !spanned) continue;
    const { from, to } = part.columns;
    const aligned = align(coordinates, own, selectColumns(known, from, to));
    for (let i = 0; i < points; i++) row(guess, i).set(row(aligned, i), from);
  }
  return guess;
}

function scoreCoordinates(guess: Matrix, truth: Truth<Agreed>): Score {
  let exact = 0;
  let open = 0;
  let worst = 0;
  for (const error of coordinateErrors(guess, truth)) {
    if (Number.isNaN(error)) open++;
    else worst = Math.max(worst, error);
    exact += Number(error < 0.5);
  }
  const all = truth.hidden.length * truth.agreed.dimension;
  return {
    exposed: all === 0 ? 0 : exact / all,
    measures: {
      'coordinates back': `${exact} of ${all}`,
      'largest error in steps': open === all ? 'none placed' : worst.toPrecision(2),
    },
    meaning:
      exact === all
        ? 'every point of every client, exactly'
        : open === all
          ? 'no point: the centres, or the own points, do not span the space'
          : `${exact} of ${all} coordinates of the others, exactly`,
  };
}

function meanCoordinateError(guess: Matrix, candidate: Truth<Agreed>): number {
  const errors = [...coordinateErrors(guess, candidate)].filter((error) => !Number.isNaN(error));
  return errors.reduce((sum, error) => sum + error / errors.length, 0);
}

/** In steps, coordinate by coordinate of the hidden points; NaN where the guess leaves it open. */
function* coordinateErrors(guess: Matrix, { agreed, points, hidden }: Truth<Agreed>): Generator<number> {
  for (const i of hidden) {
    const guessed = row(guess, i);
    const point = row(points, i);
    for (let c = 0; c < point.length; c++) yield Math.abs(guessed[c] - quantise(point[c], agreed.scale));
  }
}

function selectColumns(matrix: Matrix, from: number, to: number): Matrix {
  return fromRows(
    Array.from({ length: matrix.rows }, (_, i) => row(matrix, i).subarray(from, to)),
    to - from,
  );
}
