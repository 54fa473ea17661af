/** Points as located from the server's distances, whole or segment by segment, and how accurately. */

import { pow, square } from '../../../src/core/kit/math.ts';
import type { Labels } from '../../../src/core/kit/cluster.ts';
import { quantiseMatrix } from '../../../src/core/kit/field.ts';
import {
  affineRank,
  type Grade,
  grade,
  gradeMeasures,
  type Guessed,
  type Observation,
  place,
  type Placement,
} from '../../../src/core/kit/attack.ts';
import { type Population, row, type Score, type Truth, type View } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { type SeenRound, seenRounds, wholeDistances } from './distances.ts';

/** A segment, or the whole point, that is placed on its own. Lengths are in units of the quantisation step. */
export interface PlacedSegment {
  /** Its coordinates: from `from`, up to but excluding `to`. */
  readonly columns: { readonly from: number; readonly to: number };
  /** The dimension of the space that the centres seen so far span, after each round. */
  readonly ranks: readonly number[];
  readonly placement: Placement;
}

/** Everything that is placed from distances. */
export interface Placed {
  /** Empty if no round could be decoded. */
  readonly segments: readonly PlacedSegment[];
  /** The points that took part. */
  readonly rows: Uint32Array;
  /** The last clusters that were seen. */
  readonly labels: Labels;
}

/** All coordinates as one segment. */
export function wholePart(view: View<Agreed>): Placed {
  const rounds = seenRounds(view);
  if (rounds.length === 0) return NOTHING;
  return placedBy(rounds, [segmentOf(rounds.map(wholeDistances), { from: 0, to: view.agreed.dimension })]);
}

/** Each segment that has coordinates separately. */
export function segmentParts(view: View<Agreed>): Placed {
  const { code, width, dimension } = view.agreed;
  const rounds = seenRounds(view);
  if (rounds.length === 0) return NOTHING;
  const segments = Array.from({ length: code.l }, (_, u) => u)
    .filter((u) => u * width < dimension)
    .map((u) =>
      segmentOf(
        rounds.map((round) => round.segments[u]),
        { from: u * width, to: Math.min(dimension, (u + 1) * width) },
      ),
    );
  return placedBy(rounds, segments);
}

const NOTHING: Placed = { segments: [], rows: new Uint32Array(), labels: new Uint16Array() };

function placedBy(rounds: readonly SeenRound[], segments: readonly PlacedSegment[]): Placed {
  const { rows, labels } = rounds[rounds.length - 1];
  return { segments, rows, labels };
}

function segmentOf(rounds: readonly Observation[], columns: PlacedSegment['columns']): PlacedSegment {
  const full = columns.to - columns.from;
  const ranks: number[] = [];
  for (let seen = 1; seen <= rounds.length; seen++) {
    // Further rounds never lower the rank.
    ranks.push(ranks.at(-1) === full ? full : affineRank(rounds.slice(0, seen)));
  }
  return { columns, ranks, placement: place(rounds) };
}

/** Whether all points lie where they were placed: the centres span everything, or at least all that points do. */
export function isComplete({ columns, placement: { coordinates, heights } }: PlacedSegment): boolean {
  if (coordinates.columns === columns.to - columns.from) return true;
  // The comparisons are written so that the NaN of points that took no part has no effect.
  const largest = coordinates.values.reduce(
    (most, value) => (square(value) > most ? square(value) : most),
    0,
  );
  return !heights.some((height) => height > 1e-9 * largest);
}

/** Pairs of at most this many points are compared, evenly spaced over all that took part. */
const COMPARED = 400;

/** A pair's distance counts as exact within this relative error. */
const RIGHT = 1e-6;

/** Scores placed segments by the distances between them, relative to the true ones. */
export function scoreParts(placed: Placed, truth: Truth<Agreed>): Score {
  const { segments } = placed;
  const pairs = segments.length === 0 ? [] : [...distances(placed, truth)];
  const guesses = pairs.flatMap(({ points, guessed, actual, baseline }): Guessed[] => {
    const error = relativeError(guessed, actual);
    const other = relativeError(baseline, actual);
    return points.map((point) => ({ point, error, baseline: other }));
  });
  const found = grade(guesses, 2);
  const exact = guesses.filter(({ error }) => error <= RIGHT).length / Math.max(1, guesses.length);
  const complete = segments.filter(isComplete).length;
  const rounds = segments.map(fullAfter);
  const known = rounds.filter((round) => round !== undefined);
  const after = segments.length > 0 && known.length === segments.length ? Math.max(...known) : undefined;
  return {
    exposed: found.within[1],
    advantage: found.advantage,
    measures: {
      'rank by round': segments.map(ranksText).join(' | ') || 'none decoded',
      ...(segments.length > 1 && { 'segments placed': `${complete} of ${segments.length}` }),
      'full after round': after ?? 'never',
      'distances exact': `${(100 * exact).toFixed(1)} %`,
      ...gradeMeasures(found),
    },
    meaning: placedText(segments, complete, after, exact, found),
  };
}

/** Coinciding points have no relative error: for them a thousandth of a step counts as exact. */
export function relativeError(guessed: number, actual: number): number {
  return Math.abs(guessed - actual) / (actual === 0 ? 1000 : actual);
}

function placedText(
  segments: readonly PlacedSegment[],
  complete: number,
  after: number | undefined,
  exact: number,
  { within, median }: Grade,
): string {
  if (segments.length === 0) return 'no round could be decoded, so there was nothing to try';
  if (complete === segments.length) {
    if (exact < 0.5)
      return 'a map of which most distances are not exact: some of those seen were read wrongly, or are false';
    const what =
      segments.length === 1 ? 'up to one rotation, reflection and shift' : 'up to an isometry per segment';
    return `every distance between points, so every point ${what}${after === undefined ? '' : `, after round ${after}`}`;
  }
  if (complete > 0) return `${complete} of ${segments.length} segments of every point up to an isometry`;
  const near = `half of all distances to within ${(100 * median).toPrecision(2)} %, ${(100 * within[1]).toFixed(1)} % of them to within 1 %`;
  return `${near}: the centres seen do not span the space, and points are placed exactly on what they span`;
}

/** The first round after which the rank is the dimension. */
function fullAfter({ columns, ranks }: PlacedSegment): number | undefined {
  const at = ranks.indexOf(columns.to - columns.from);
  return at < 0 ? undefined : at + 1;
}

function ranksText(segment: PlacedSegment): string {
  return segment.ranks.slice(0, fullAfter(segment)).join(' ');
}

/** The mean error of the pairs' distances; 0 where nothing was placed. */
export function meanDistanceError(placed: Placed, candidate: Truth<Agreed>): number {
  let sum = 0;
  let pairs = 0;
  for (const { guessed, actual } of distances(placed, candidate)) {
    sum += Math.abs(guessed - actual);
    pairs++;
  }
  return pairs === 0 ? 0 : sum / pairs;
}

interface PairDistance {
  readonly points: readonly [number, number];
  readonly guessed: number;
  readonly actual: number;
  readonly baseline: number;
}

/** The distance of each pair of points in each segment: as placed, the true one, and as guessed from ranges and clusters. */
function* distances(
  { segments, rows, labels }: Placed,
  { agreed, population, points }: Truth<Agreed>,
): Generator<PairDistance, void, void> {
  const integers = quantiseMatrix(points, agreed.scale);
  const step = Math.ceil(rows.length / COMPARED);
  for (const { columns, placement } of segments) {
    const { coordinates, heights } = placement;
    const guess = publicGuess(population, agreed, columns);
    for (let a = 0; a < rows.length; a += step) {
      for (let b = a + step; b < rows.length; b += step) {
        const [i, j] = [rows[a], rows[b]];
        // Where the space is not spanned, two points are as likely on the same side of the span as on opposite sides.
        const open = heights[i] + heights[j];
        const placed = squared(row(coordinates, i), row(coordinates, j), 0, coordinates.columns);
        const actual = squared(row(integers, i), row(integers, j), columns.from, columns.to);
        yield {
          points: [i, j],
          guessed: Math.sqrt(placed + open),
          actual: Math.sqrt(actual),
          baseline: labels[i] === labels[j] ? guess.within : guess.apart,
        };
      }
    }
  }
}

/**
 * Distances as guessed from ranges and clusters alone: of points uniform in the announced box, or in a box of 1/k of
 * its volume if they share one of k clusters.
 */
export function publicGuess(
  { minimum, maximum }: Population,
  { scale, clusters }: Agreed,
  { from, to }: PlacedSegment['columns'],
): { readonly apart: number; readonly within: number } {
  const widths = maximum.slice(from, to).map((most, c) => (most - minimum[from + c]) * scale);
  const apart = Math.sqrt(widths.reduce((sum, width) => sum + square(width) / 6, 0));
  return { apart, within: apart * pow(clusters, -1 / (to - from)) };
}

function squared(a: Float64Array, b: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let c = from; c < to; c++) sum += square(a[c] - b[c]);
  return sum;
}
