/** What the parties of a one-shot clustering with unlearning agree on: MUFC and DC-KMeans differ only in this. */

import { clusterParameters, z } from '../../src/core/kit/settings.ts';
import { type Population } from '../../src/core/kit/index.ts';
import type { CubeGrid } from './cube.ts';
import { type Removal, removalParameters } from './removal/requests.ts';
import type { SparseSession } from '../blocks/scma/session.ts';

/** The settings that both share. */
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

/** When the server clusters again: as soon as one of these conditions holds. */
export interface Batch {
  /** This many requests changed something; absent: any number may be left open. */
  readonly requests?: number | undefined;
  /** This many points are gone that still count in the clustering. */
  readonly points?: number | undefined;
  /** The oldest change has waited for this many nanoseconds. */
  readonly every?: number | undefined;
}

/** How many clusterings may follow those of all requests, for what is still open then. */
export const AFTERWARDS = 8;

export interface Agreed extends Population {
  readonly clusters: number;
  /** k'_j: never more than the client has points. */
  readonly localClusters: readonly number[];
  /** Whether clients iterate after k-means++ has drawn their centres. */
  readonly iterate: boolean;
  /** How centres are summed securely; absent: they are sent in the clear. */
  readonly secrecy?: { readonly grid: CubeGrid; readonly sum: SparseSession } | undefined;
  /** What represents the points in a cell: as many points drawn in it, or its weighted middle. */
  readonly representatives: 'points' | 'middles';
  /** Whether a centre is weighted by its number of points; only if it is sent in the clear. */
  readonly weighted: boolean;
  /**
   * exact: whatever changed at a client is summed and clustered again (Algorithm 4). lazy: only when a centre was removed.
   * retrain: everybody starts afresh after every request.
   */
  readonly unlearning: (typeof UNLEARNING)[number];
  readonly removals: readonly Removal[];
  /**
   * How a client's changes reach the server if there is secrecy. clear: directly, as the sums before and after would
   * reveal them anyway. secret: summed among those who change something. everybody: all clients sum up all that they
   * have.
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
