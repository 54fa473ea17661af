/** Which points and clusters a clustering's figures count, and what makes a comparison with other clusterings unfair. */

import { adjustedRandIndex, normalisedMutualInformation } from '../../core/math/cluster/accuracy.ts';
import { clusterSizes, type Labels } from '../../core/base/labels.ts';
import { type ClientNames, fullName } from '../data/client-names.ts';
import type { Fate } from './fates.ts';

/** Every point is exactly one of refused, forgotten, missing, unassigned and counted, see {@link Fate}. */
export interface Quality {
  /** Points that are in a cluster. The loss is over these only. */
  readonly countedPoints: number;
  /** Points in no cluster because their clients were left out as deviating from the protocol. */
  readonly refusedPoints: number;
  /** Points that the protocol removed as asked: nothing else here is about them. */
  readonly forgottenPoints: number;
  /** Points in no cluster because their clients are missing. */
  readonly missingPoints: number;
  /** Points in no cluster although their clients took part. */
  readonly unassignedPoints: number;
  /** All but those forgotten. */
  readonly keptPoints: number;
  /** Of the points in a cluster, those that did not shape it. */
  readonly uncountedPoints: number;
  /** How many of the requested clusters have points at the end. */
  readonly occupiedClusters: number;
  readonly clusters: number;
  readonly lossPerPoint?: number;
  /**
   * If points are in no cluster: the loss over all that are kept, in which each of these counts from the mean of all, as without any
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
  /** By row of the data. */
  readonly fates: readonly Fate[];
  readonly clusters: number;
  /** Undefined if nobody asks how good it is, but only what its figures leave out. */
  readonly loss: number | undefined;
  readonly lossOfAll?: number | undefined;
}

/** How good a clustering is, with what its figures leave out. */
export function qualityOf(judged: Judged): Quality {
  const { labels, fates, truth, clusters, loss, lossOfAll } = judged;
  const points = { refused: 0, forgotten: 0, missing: 0, unassigned: 0, uncounted: 0, counted: 0 };
  for (const fate of fates) points[fate]++;
  const { forgotten: forgottenPoints, uncounted: uncountedPoints } = points;
  const countedPoints = points.counted + uncountedPoints;
  const keptPoints = fates.length - forgottenPoints;
  return {
    countedPoints,
    refusedPoints: points.refused,
    forgottenPoints,
    missingPoints: points.missing,
    unassignedPoints: points.unassigned,
    keptPoints,
    uncountedPoints,
    occupiedClusters: clusterSizes(labels, clusters).filter((size) => size > 0).length,
    clusters,
    ...(loss !== undefined && countedPoints > 0 && { lossPerPoint: loss / countedPoints }),
    ...(keptPoints > countedPoints && lossOfAll !== undefined && { lossOfAll }),
    ...(loss !== undefined &&
      truth &&
      countedPoints > 0 && {
        adjustedRand: adjustedRandIndex(labels, truth),
        mutualInformation: normalisedMutualInformation(labels, truth),
      }),
  };
}

/** All points of the data. */
export function pointsOf({ keptPoints, forgottenPoints }: Quality): number {
  return keptPoints + forgottenPoints;
}

/** How many points were forgotten, in words; undefined if none. */
export function forgottenText(quality: Quality): string | undefined {
  const { forgottenPoints } = quality;
  if (forgottenPoints === 0) return undefined;
  return `${forgottenPoints} of ${pointsOf(quality)} points, as asked: no figure is about them`;
}

/** The clients whose points are in no cluster, and those that deviated from the protocol. */
export interface Absent {
  readonly missing: readonly string[];
  readonly blamed: readonly string[];
  readonly clientNames: ClientNames | undefined;
}

/** What must be known before figures of this run are compared with those of another, in words. */
export function warningsOf(quality: Quality, { missing, blamed, clientNames }: Absent): string[] {
  const { refusedPoints, missingPoints, unassignedPoints, occupiedClusters, clusters } = quality;
  const all = quality.keptPoints;
  const empty = clusters - occupiedClusters;
  const refused = missing.filter((name) => blamed.includes(name));
  const gone = missing.filter((name) => !blamed.includes(name));
  return [
    ...(refusedPoints > 0
      ? [
          `${refusedPoints} of ${all} points are refused, with ${firstNames(refused, clientNames)}: the loss is over the others, and therefore smaller`,
        ]
      : []),
    ...(missingPoints > 0
      ? [
          `${missingPoints} of ${all} points are missing, with ${firstNames(gone, clientNames)}: the loss is over the others, and therefore smaller`,
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
export const MOST_NAMES = 5;

/** The first names, and how many more there are. */
export function firstNames(clients: readonly string[], names?: ClientNames): string {
  const shown = clients.slice(0, MOST_NAMES).map((client) => fullName(client, names));
  if (clients.length <= MOST_NAMES) return shown.join(', ');
  return `${shown.join(', ')} and ${clients.length - MOST_NAMES} more`;
}
