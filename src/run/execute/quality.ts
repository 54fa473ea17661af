/** Which points and clusters a clustering's figures count, and what makes a comparison with other clusterings unfair. */

import { adjustedRandIndex, normalisedMutualInformation } from '../../core/math/cluster/accuracy.ts';
import { clusterSizes, type Labels, NO_CLUSTER } from '../../core/base/labels.ts';

export interface Quality {
  /** Points that are in a cluster. The loss is over these only. */
  readonly countedPoints: number;
  /** Points in no cluster because their clients are missing. */
  readonly missingPoints: number;
  /** Points in no cluster although their clients took part. */
  readonly unassignedPoints: number;
  /** How many of the requested clusters have points at the end. */
  readonly occupiedClusters: number;
  readonly clusters: number;
  readonly lossPerPoint?: number;
  /**
   * If points are in no cluster: the loss over all points, in which each of these counts from the mean of all points, as without any
   * clustering. Unlike the loss, it does not fall when points are missing.
   */
  readonly lossOfAll?: number;
  /**
   * The adjusted Rand index and the normalised mutual information (arithmetic mean) of clusters and true classes, over the counted
   * points.
   */
  readonly adjustedRand?: number;
  readonly mutualInformation?: number;
}

/** What a clustering is judged from. */
export interface Judged {
  /** By row of the data. */
  readonly labels: Labels;
  /** The class of every row; absent if unknown. */
  readonly truth?: ArrayLike<number> | undefined;
  readonly clusters: number;
  readonly loss: number;
  readonly lossOfAll?: number;
  /** How many points missing clients hold. */
  readonly missingPoints: number;
}

/** How good a clustering is, with what its figures leave out. */
export function qualityOf(judged: Judged): Quality {
  const { labels, truth, clusters, loss, lossOfAll, missingPoints } = judged;
  const outside = labels.reduce((count, label) => count + (label === NO_CLUSTER ? 1 : 0), 0);
  const countedPoints = labels.length - outside;
  return {
    countedPoints,
    missingPoints,
    unassignedPoints: Math.max(0, outside - missingPoints),
    occupiedClusters: clusterSizes(labels, clusters).filter((size) => size > 0).length,
    clusters,
    ...(countedPoints > 0 && { lossPerPoint: loss / countedPoints }),
    ...(outside > 0 && lossOfAll !== undefined && { lossOfAll }),
    ...(truth &&
      countedPoints > 0 && {
        adjustedRand: adjustedRandIndex(labels, truth),
        mutualInformation: normalisedMutualInformation(labels, truth),
      }),
  };
}

/** All points of the data, in a cluster or not. */
export function pointsOf({ countedPoints, missingPoints, unassignedPoints }: Quality): number {
  return countedPoints + missingPoints + unassignedPoints;
}

/** What must be known before figures of this run are compared with those of another, in words. */
export function warningsOf(quality: Quality, missing: readonly string[]): string[] {
  const { missingPoints, unassignedPoints, occupiedClusters, clusters } = quality;
  const all = pointsOf(quality);
  const empty = clusters - occupiedClusters;
  return [
    ...(missingPoints > 0
      ? [
          `${missingPoints} of ${all} points are missing, with ${named(missing)}: the loss is over the others, and therefore smaller`,
        ]
      : []),
    ...(unassignedPoints > 0
      ? [`${unassignedPoints} of ${all} points are in no cluster and do not count in the loss`]
      : []),
    ...(empty > 0
      ? [
          `${empty} of ${clusters} clusters have no points: this says more about the start than about the protocol`,
        ]
      : []),
  ];
}

/** More names would not help a reader. */
const MOST_NAMES = 5;

function named(clients: readonly string[]): string {
  if (clients.length <= MOST_NAMES) return clients.join(', ');
  return `${clients.slice(0, MOST_NAMES).join(', ')} and ${clients.length - MOST_NAMES} more`;
}
