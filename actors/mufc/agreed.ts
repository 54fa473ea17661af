/**
 * What the parties of a one-shot clustering with unlearning agree on: MUFC and DC-KMeans are the same but for this.
 */

import { clusterParameters, z } from '../../src/kit/settings.ts';
import { type Population } from '../../src/kit/index.ts';
import { type Removal, removalParameters } from './removal/requests.ts';
import type { Grid } from '../blocks/scma/grid.ts';
import type { SparseSession } from '../blocks/scma/session.ts';

/** The settings that both have. */
export const oneShotParameters = {
  ...clusterParameters,
  clustersPerClient: z.int().min(1).optional().meta({
    description: "k': clusters that each client finds among its own points; absent: as many as clusters",
    example: 2,
  }),
  restarts: z.int().min(1).max(1000).default(1).meta({
    description: 'how often the server runs k-means++; the clustering with the smallest loss is kept',
  }),
  ...removalParameters,
};

export const UNLEARNING = ['exact', 'lazy', 'retrain'] as const;

export const CHANGES = ['clear', 'secret', 'everybody'] as const;

/** When the server clusters again: as soon as one of these is so. */
export interface Batch {
  /** So many requests changed something; absent: any number may be left open. */
  readonly requests?: number | undefined;
  /** So many points are gone that the clustering still knows. */
  readonly points?: number | undefined;
  /** What changed first has waited for so many nanoseconds. */
  readonly every?: number | undefined;
}

/** Clusterings that may come after those of all requests: of what was still open then. */
export const AFTERWARDS = 8;

export interface Agreed extends Population {
  readonly clusters: number;
  /** k'_j: never more than the client has points. */
  readonly localClusters: readonly number[];
  /** Whether clients iterate after k-means++ has drawn their centres. */
  readonly iterate: boolean;
  /** How centres are summed up in secret; absent: they are sent in the clear. */
  readonly secrecy?: { readonly grid: Grid; readonly sum: SparseSession } | undefined;
  /** What stands for the points in a cell: as many points, drawn in it, or its middle, with a weight. */
  readonly representatives: 'points' | 'middles';
  /** Whether a centre counts as often as it has points; only where it is sent in the clear. */
  readonly weighted: boolean;
  /**
   * exact: whatever changed at a client is summed and clustered again (Algorithm 4). lazy: only when a centre was removed.
   * retrain: everybody starts afresh after every request.
   */
  readonly unlearning: (typeof UNLEARNING)[number];
  readonly removals: readonly Removal[];
  /**
   * How what a client changes reaches the server where there is secrecy. clear: by itself, as the sums before and after would
   * show it anyway. secret: summed among those who change something. everybody: all clients sum up all that they have.
   */
  readonly change: (typeof CHANGES)[number];
  readonly batch: Batch;
  readonly restarts: number;
  readonly maxIterations: number;
  readonly timeout: number;
}

/** k'_j of each client. */
export function localClusters(sizes: readonly number[], most: number): number[] {
  return sizes.map((size) => Math.min(most, size));
}
