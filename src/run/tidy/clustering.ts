/** A run's clustering, point by point and centre by centre. */

import type { Matrix } from '../../core/base/matrix.ts';
import { clusterSizes, type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import type { Row } from './rows.ts';

/**
 * A row for every point: its row in the data, its cluster (empty if it is in none), and the client that holds
 * it.
 * @param labels by row of the data
 * @param shards the rows that each client holds, in the order of their names
 */
export function labelRows(labels: Labels, clients: readonly string[], shards: readonly Uint32Array[]): Row[] {
  const owners: string[] = [];
  shards.forEach((rows, j) => rows.forEach((row) => (owners[row] = clients[j])));
  return Array.from(labels, (label, row) => ({
    row,
    cluster: label === NO_CLUSTER ? undefined : label,
    client: owners[row],
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
