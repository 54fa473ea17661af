/** An iteration of Lloyd from an anchor near its centres: only rows that could have another label there are examined. */

import { defineTask, type Matrix } from '../../../src/core/kit/index.ts';
import type { Anchor } from './anchor.ts';
import { limitsAt, nearestOf, within } from './layer.ts';
import { copySums, move, type Sums } from './sums.ts';

export interface RevisitInput {
  readonly anchor: Anchor;
  readonly points: Matrix;
  readonly weights: Float64Array;
  /** The current centres. */
  readonly centres: Matrix;
}

/** Whether an anchor determines which rows to examine; otherwise it must be approached first. */
export function isNear({ near }: Anchor, centres: Matrix): boolean {
  return limitsAt(near, centres).every((limit, label) => limit <= near.horizon[label]);
}

/**
 * The sums at these centres. Operations: k d for the shifts and as many for the means; k d per row examined, and 2 d
 * to move it.
 */
export const revisit = defineTask('kept/revisit', {
  operations: (input: RevisitInput) => {
    const { points, anchor, centres } = input;
    const { rows: k, columns: d } = centres;
    const limits = limitsAt(anchor.near, centres);
    const looked = limits.reduce((sum, limit, label) => {
      const [from, to] = within(anchor.near, label, limit);
      return sum + to - from;
    }, lateRows(input, limits).length);
    return 2 * k * d + (points.rows - anchor.late) + looked * d * (k + 2);
  },
  run(input): Sums {
    const { anchor, points, weights, centres } = input;
    const sums = copySums(anchor.sums);
    const look = (item: number): void => {
      if (weights[item] === 0) return;
      move(sums, points, item, weights[item], anchor.labels[item], nearestOf(points, item, centres));
    };
    const limits = limitsAt(anchor.near, centres);
    limits.forEach((limit, label) => {
      const [from, to] = within(anchor.near, label, limit);
      for (let at = from; at < to; at++) look(anchor.near.order[at]);
    });
    lateRows(input, limits).forEach(look);
    return sums;
  },
});

/** Rows that came after the layer above and must be examined. */
function lateRows({ anchor, points }: RevisitInput, limits: readonly number[]): number[] {
  const rows: number[] = [];
  for (let item = anchor.late; item < points.rows; item++)
    if (anchor.lateMargins[item - anchor.late] <= limits[anchor.labels[item]]) rows.push(item);
  return rows;
}
