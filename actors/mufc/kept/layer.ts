/**
 * Rows sorted by how far they are from having another nearest centre, so that only few rows must be examined again
 * when centres move a little. With centre h moved by s_h, a row of label a and margin m keeps its label if m > s_a +
 * max s_h over the others (triangle inequality, twice; Hamerly 2010).
 */

import { squaredDistance } from '../../../src/core/kit/cluster.ts';
import type { Matrix } from '../../../src/core/kit/index.ts';

export interface Layer {
  /** k x d; a row of NaN is no centre. Labels and margins refer to these. */
  readonly centres: Matrix;
  /** Rows in groups of one label and about one margin, ascending. */
  readonly order: Uint32Array;
  /** Where the groups start: `groups` of them for every label, and one past the last. */
  readonly starts: Uint32Array;
  readonly groups: number;
  /** The range of margins that all but the last group of a label span. */
  readonly span: number;
  /** For each label: rows outside all groups have larger margins than this. */
  readonly horizon: readonly number[];
}

/** A row with its place in a layer. */
export interface Placed {
  readonly label: number;
  /** By how much every other centre is farther, at least: a distance, not squared. */
  readonly margin: number;
}

/** The most groups of a label: with few rows, one per row is fine enough. */
const MOST_GROUPS = 1024;

/** Groups rows; labels and margins are given row by row. */
export function layerOf(
  centres: Matrix,
  rows: Uint32Array,
  labels: Uint16Array,
  margins: Float64Array,
  span: number,
  horizon: readonly number[],
): Layer {
  const groups = Math.min(MOST_GROUPS, rows.length + 1);
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (centres.rows * groups + 1)));
  const groupAt = Uint32Array.from(rows, (_, i) => labels[i] * groups + groupOf(margins[i], span, groups));
  for (const group of groupAt) starts[group + 1]++;
  for (let group = 1; group < starts.length; group++) starts[group] += starts[group - 1];
  const next = starts.slice();
  const order = new Uint32Array(new SharedArrayBuffer(4 * rows.length));
  rows.forEach((item, i) => (order[next[groupAt[i]]++] = item));
  return { centres, order, starts, groups, span, horizon };
}

function groupOf(margin: number, span: number, groups: number): number {
  return margin < span ? Math.floor((margin / span) * (groups - 1)) : groups - 1;
}

/**
 * Where the rows of a label with margins up to a limit lie in the order: from the first, up to but excluding the
 * second index.
 */
export function within(layer: Layer, label: number, limit: number): [from: number, to: number] {
  const { starts, span, groups } = layer;
  const from = starts[label * groups];
  return limit < 0 ? [from, from] : [from, starts[label * groups + groupOf(limit, span, groups) + 1]];
}

/** The most that rounding could add to a shift. */
const SLACK = 1 + 2 ** -30;

/** For each label the margin up to which rows may have another label at these centres; -1: none of them has. */
export function limitsAt({ centres: before }: Layer, centres: Matrix): number[] {
  const shifts = Array.from({ length: centres.rows }, (_, h) => shiftOf(before, centres, h));
  return shifts.map((shift, label) => {
    const others = shifts.reduce(
      // A centre that is gone attracts no rows from the others.
      (most, { by, there }, h) => (h === label || !there ? most : Math.max(most, by)),
      0,
    );
    const limit = (shift.by + others) * SLACK;
    return limit === 0 ? -1 : limit;
  });
}

/** How far a centre moved; infinitely if it is gone, or was not there before. */
function shiftOf(before: Matrix, now: Matrix, h: number): { by: number; there: boolean } {
  const was = !Number.isNaN(before.values[h * before.columns]);
  const there = !Number.isNaN(now.values[h * now.columns]);
  if (!was && !there) return { by: 0, there };
  return { by: was && there ? Math.sqrt(squaredDistance(before, h, now, h)) : Infinity, there };
}

/** The nearest centre of a row, ties to the lowest index. */
export function nearestOf(points: Matrix, item: number, centres: Matrix): number {
  let label = 0;
  let nearest = Infinity;
  for (let h = 0; h < centres.rows; h++) {
    const distance = squaredDistance(centres, h, points, item);
    if (distance < nearest) {
      nearest = distance;
      label = h;
    }
  }
  return label;
}

/** Two distances in doubles are in the right order if they differ by this fraction of the larger. */
const ROUNDING = 2 ** -40;

/** As {@link nearestOf}, with the margin reduced by possible rounding errors. */
export function placeOf(points: Matrix, item: number, centres: Matrix): Placed {
  let label = 0;
  let nearest = Infinity;
  let second = Infinity;
  for (let h = 0; h < centres.rows; h++) {
    const distance = squaredDistance(centres, h, points, item);
    // False for NaN, so a row that is no centre is skipped.
    if (distance < nearest) {
      second = nearest;
      nearest = distance;
      label = h;
    } else if (distance < second) second = distance;
  }
  const far = Math.sqrt(second);
  const margin = second === Infinity ? Infinity : far - Math.sqrt(nearest) - ROUNDING * far;
  return { label, margin: Math.max(0, margin) };
}
