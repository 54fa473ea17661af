/** What a clustering's figures are of: how many points and clusters count, and what makes a comparison with others unfair. */

import { adjustedRandIndex, normalisedMutualInformation } from '../math/cluster/accuracy.ts';
import { clusterSizes, type Labels, NO_CLUSTER } from '../base/labels.ts';

export interface Quality {
  /** Points that are in a cluster: the loss is over these, and no others. */
  readonly countedPoints: number;
  /** Points in no cluster, as their clients are missing. */
  readonly missingPoints: number;
  /** Points in no cluster though their clients took part. */
  readonly unassignedPoints: number;
  /** Clusters that have points in the end, of so many as were asked for. */
  readonly occupiedClusters: number;
  readonly clusters: number;
  readonly lossPerPoint?: number;
  /**
   * Where points are in no cluster: the loss over all points, each of those at the mean of all, as if nobody had clustered it.
   * Unlike the loss, it does not fall with the points that are lost.
   */
  readonly lossOfAll?: number;
  /**
   * The adjusted Rand index and the normalised mutual information (arithmetic mean) of clusters and true classes, over the counted
   * points.
   */
  readonly adjustedRand?: number;
  readonly mutualInformation?: number;
}

/** What a clustering is judged by. */
export interface Judged {
  /** By row of the data. */
  readonly labels: Labels;
  /** The class of every row, where it is known. */
  readonly truth?: ArrayLike<number>;
  readonly clusters: number;
  readonly loss: number;
  readonly lossOfAll?: number;
  /** How many points missing clients hold. */
  readonly missingPoints: number;
}

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

/** In words, what must be known before figures of this run are held against those of another. */
export function warningsOf(
  { countedPoints, missingPoints, unassignedPoints, occupiedClusters, clusters }: Quality,
  missing: readonly string[],
): string[] {
  const all = countedPoints + missingPoints + unassignedPoints;
  const empty = clusters - occupiedClusters;
  return [
    ...(missingPoints > 0
      ? [
          `${missingPoints} of ${all} points are missing, with ${named(missing)}: the loss is over the others, and smaller for it`,
        ]
      : []),
    ...(unassignedPoints > 0
      ? [`${unassignedPoints} of ${all} points are in no cluster, and not in the loss`]
      : []),
    ...(empty > 0
      ? [`${empty} of ${clusters} clusters have no points: this says more of the start than of the protocol`]
      : []),
  ];
}

/** More names than that say nothing. */
const MOST_NAMES = 5;

function named(clients: readonly string[]): string {
  if (clients.length <= MOST_NAMES) return clients.join(', ');
  return `${clients.slice(0, MOST_NAMES).join(', ')} and ${clients.length - MOST_NAMES} more`;
}
