/** A run's clustering, point by point and centre by centre. */

import type { Matrix } from '../../core/base/matrix.ts';
import { clusterSizes, type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import type { Population } from '../../core/protocol/population.ts';
import type { ClientNames } from '../data/client-names.ts';
import type { DataSet } from '../data/data-set.ts';
import type { Row } from './rows.ts';

/** Where points come from, and who holds them. */
export interface Held {
  readonly data: Pick<DataSet, 'sourceRows'>;
  readonly population: Pick<Population, 'clients'>;
  /** The points that each client holds. */
  readonly shards: readonly Uint32Array[];
  readonly clientNames?: ClientNames;
}

/**
 * A row for every point: the row of the source that it comes from, its cluster (empty if it is in none), the client that
 * holds it, and what the data call this client, if they do.
 * @param labels by point
 */
export function labelRows(
  labels: Labels,
  { data: { sourceRows }, population: { clients }, shards, clientNames }: Held,
): Row[] {
  const owners: string[] = [];
  shards.forEach((points, j) => points.forEach((point) => (owners[point] = clients[j])));
  return Array.from(labels, (label, point) => ({
    rowFrom0: sourceRows?.[point] ?? point,
    cluster: label === NO_CLUSTER ? undefined : label,
    client: owners[point],
    ...(clientNames && { clientName: clientNames[owners[point]] }),
  }));
}

/**
 * A row for every centre that a protocol reveals: its cluster, the number of points in it, and its
 * coordinates, named after the data's columns if they have names. An empty cluster has no row.
 */
export function centreRows(
  centres: Matrix,
  labels: Labels | undefined,
  columns: readonly string[] = [],
): Row[] {
  const sizes = labels && clusterSizes(labels, centres.rows);
  return Array.from({ length: centres.rows }, (_, cluster) => ({
    cluster,
    ...(sizes && { points: sizes[cluster] }),
    ...Object.fromEntries(
      Array.from({ length: centres.columns }, (__, c) => [
        // A column of the data may have the same name.
        `centre ${columns[c] ?? c + 1}`,
        centres.values[cluster * centres.columns + c],
      ]),
    ),
  }));
}
