/** Points as the server's distances place them: whole, or segment by segment; and how right that is. */

import { affineRank, type Observation, place, type Placement } from '../../../src/attack/geometry.ts';
import { quantiseMatrix } from '../../../src/field/quantise.ts';
import { row } from '../../../src/base/matrix.ts';
import type { Score, Truth, View } from '../../../src/protocol/attack.ts';
import type { Agreed } from '../agreed.ts';
import { seenRounds, wholeDistances } from './distances.ts';

/** What is placed on its own. Lengths are in units of the quantisation step. */
export interface Part {
  /** Its coordinates: `from` to before `to`. */
  readonly columns: { readonly from: number; readonly to: number };
  /** The dimension of the space that the centres seen so far span, after each round. */
  readonly ranks: readonly number[];
  readonly placement: Placement;
}

/** All coordinates as one part; none when no round could be decoded. */
export function wholePart(view: View<Agreed>): Part[] {
  const rounds = seenRounds(view).map(wholeDistances);
  return rounds.length === 0 ? [] : [partOf(rounds, { from: 0, to: view.agreed.dimension })];
}

/** A part for each segment that has coordinates. */
export function segmentParts(view: View<Agreed>): Part[] {
  const { code, width, dimension } = view.agreed;
  const rounds = seenRounds(view);
  if (rounds.length === 0) return [];
  return Array.from({ length: code.l }, (_, u) => u)
    .filter((u) => u * width < dimension)
    .map((u) =>
      partOf(
        rounds.map(({ segments }) => segments[u]),
        { from: u * width, to: Math.min(dimension, (u + 1) * width) },
      ),
    );
}

function partOf(rounds: readonly Observation[], columns: Part['columns']): Part {
  const full = columns.to - columns.from;
  const ranks: number[] = [];
  for (let seen = 1; seen <= rounds.length; seen++) {
    // More rounds take nothing away.
    ranks.push(ranks.at(-1) === full ? full : affineRank(rounds.slice(0, seen)));
  }
  return { columns, ranks, placement: place(rounds) };
}

/** Whether all points lie where they were placed: the centres span everything, or at least all that points do. */
export function isComplete({ columns, placement: { coordinates, heights } }: Part): boolean {
  if (coordinates.columns === columns.to - columns.from) return true;
  const largest = coordinates.values.reduce((most, value) => Math.max(most, value ** 2), 0);
  return heights.every((height) => height <= 1e-9 * largest);
}

/** Pairs of at most so many points are compared, evenly spaced over all of them. */
const COMPARED = 400;

/** A pair's distance counts as known when it is right to this share of itself. */
const RIGHT = 1e-6;

export function scoreParts(parts: readonly Part[], truth: Truth<Agreed>): Score {
  let right = 0;
  let pairs = 0;
  let worst = 0;
  for (const { guessed, actual } of distances(parts, truth)) {
    // Points that coincide have no relative error: a thousandth of the step is near enough.
    const error = Math.abs(guessed - actual) / (actual === 0 ? 1000 : actual);
    worst = Math.max(worst, error);
    right += Number(error <= RIGHT);
    pairs++;
  }
  const exposed = pairs === 0 ? 0 : right / pairs;
  const complete = parts.filter(isComplete).length;
  const rounds = parts.map(fullAfter);
  const known = rounds.filter((round) => round !== undefined);
  const after = parts.length > 0 && known.length === parts.length ? Math.max(...known) : undefined;
  return {
    exposed,
    measures: {
      'rank by round': parts.map(ranksText).join(' | ') || 'none decoded',
      ...(parts.length > 1 && { 'segments placed': `${complete} of ${parts.length}` }),
      'full after round': after ?? 'never',
      'largest relative error': worst.toPrecision(2),
    },
    meaning: placedText(parts, complete, after, exposed),
  };
}

function placedText(
  parts: readonly Part[],
  complete: number,
  after: number | undefined,
  exposed: number,
): string {
  if (parts.length === 0) return 'nothing: no round could be decoded';
  if (complete === parts.length) {
    if (exposed < 0.5) return 'a map that is wrong nearly everywhere: some of the distances seen are false';
    const what =
      parts.length === 1 ? 'up to one rotation, reflection and shift' : 'up to an isometry per segment';
    return `every distance between points, so every point ${what}${after === undefined ? '' : `, after round ${after}`}`;
  }
  if (complete > 0) return `${complete} of ${parts.length} segments of every point up to an isometry`;
  return 'no point wholly: the centres seen do not span the space; projections on what they span are known';
}

/** The first round after which the rank is the dimension. */
function fullAfter({ columns, ranks }: Part): number | undefined {
  const at = ranks.indexOf(columns.to - columns.from);
  return at < 0 ? undefined : at + 1;
}

function ranksText(part: Part): string {
  return part.ranks.slice(0, fullAfter(part)).join(' ');
}

/** The mean error of the pairs' squared distances; 0 where nothing was placed. */
export function meanDistanceError(parts: readonly Part[], candidate: Truth<Agreed>): number {
  let sum = 0;
  let pairs = 0;
  for (const { guessed, actual } of distances(parts, candidate)) {
    sum += Math.abs(guessed - actual);
    pairs++;
  }
  return pairs === 0 ? 0 : sum / pairs;
}

/** The distance of each pair of points in each part, as placed and as it is. */
function* distances(
  parts: readonly Part[],
  { agreed, points }: Truth<Agreed>,
): Generator<{ readonly guessed: number; readonly actual: number }, void, void> {
  const integers = quantiseMatrix(points, agreed.scale);
  const step = Math.ceil(points.rows / COMPARED);
  for (const { columns, placement } of parts) {
    const { coordinates, heights } = placement;
    for (let i = 0; i < points.rows; i += step) {
      for (let j = i + step; j < points.rows; j += step) {
        // Where the space is not spanned, the rest of two points is as likely on one side of it as on the other.
        const open = heights[i] + heights[j];
        const placed = squared(row(coordinates, i), row(coordinates, j), 0, coordinates.columns);
        const actual = squared(row(integers, i), row(integers, j), columns.from, columns.to);
        yield { guessed: Math.sqrt(placed + open), actual: Math.sqrt(actual) };
      }
    }
  }
}

function squared(a: Float64Array, b: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let c = from; c < to; c++) sum += (a[c] - b[c]) ** 2;
  return sum;
}
