/**
 * Membership inference: whether a point was in the data, judged by a score that is larger for points that
 * look like members.
 */

import { bisectLeft, bisectRight } from 'd3-array';
import { assert } from '../../base/errors.ts';
import { type Matrix, selectRows } from '../../base/matrix.ts';
import type { Score, Truth } from '../attack.ts';

/** Scores every row of points: larger for those that look like members. */
export type Judge = (points: Matrix) => number[];

/** How well a score separates members from others. */
export interface Membership {
  /** The probability that a member scores above a non-member: 1/2 is chance (area under the ROC curve). */
  readonly area: number;
  /** The fraction of members found at a false positive rate of 1 in 100. */
  readonly truePositives: number;
}

/** The false positive rate. */
const FALSE_POSITIVES = 0.01;

/** @param others scores of a reference population; neither list is empty */
export function membership(members: readonly number[], others: readonly number[]): Membership {
  const sorted = others.toSorted((a, b) => a - b);
  const area = members.reduce(
    (sum, score) => sum + (bisectLeft(sorted, score) + bisectRight(sorted, score)) / 2,
    0,
  );
  const threshold = sorted[sorted.length - 1 - Math.floor(FALSE_POSITIVES * sorted.length)];
  return {
    area: area / (members.length * sorted.length),
    truePositives: members.filter((score) => score > threshold).length / members.length,
  };
}

/** How well hidden points are distinguished from the reference population. */
export function scoreMembership(judge: Judge, { points, hidden, heldOut }: Truth): Score {
  assert(heldOut !== undefined, 'membership is judged without a reference population');
  const { area, truePositives } = membership(judge(selectRows(points, hidden)), judge(heldOut));
  const found = `${(100 * truePositives).toFixed(1)} %`;
  return {
    exposed: Math.max(0, 2 * area - 1),
    measures: { 'area under the curve': area.toFixed(3), 'true positives at 1 %': found },
    meaning: `of those in the data ${found} are recognised, and 1 % of others taken for them`,
  };
}

/** How much candidates look like members, overall. */
export function fitOfMembers(judge: Judge, { points, hidden }: Truth): number {
  return judge(selectRows(points, hidden)).reduce((sum, score) => sum + score, 0);
}
