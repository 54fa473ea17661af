/** Membership: whether a point was in the data, judged by a score that is larger for points that look like members. */

import { bisectLeft, bisectRight } from 'd3-array';

/** How well a score tells members from others. */
export interface Membership {
  /** The probability that a member scores above a point that took no part: 1/2 is chance (area under the ROC curve). */
  readonly area: number;
  /** The share of members found when one other point in a hundred is taken for one. */
  readonly truePositives: number;
}

/** The share of others that may be taken for members. */
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
