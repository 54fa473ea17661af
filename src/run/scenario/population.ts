/** What everybody may know about the data: how many points each party holds, and the announced ranges. */

import type { DataSet } from '../data/data-set.ts';
import { coordinateRanges } from '../data/range.ts';
import type { Problem } from '../../core/protocol/protocol.ts';
import type { CommonParameters } from '../../core/protocol/common-parameters.ts';
import type { Population } from '../../core/protocol/population.ts';

/**
 * What is public about the data: who holds how many points, and the range of coordinates.
 * @param points m x d
 * @param shards the rows of each client
 */
export function populationOf(
  { points }: DataSet,
  clients: readonly string[],
  shards: readonly Uint32Array[],
): Population {
  const { minimum, maximum } = coordinateRanges(points);
  return {
    clients,
    sizes: shards.map((shard) => shard.length),
    points: points.rows,
    dimension: points.columns,
    minimum: [...minimum],
    maximum: [...maximum],
  };
}

/** What is wrong if there are more clusters than points; empty if there are not. */
export function tooManyClusters({ clusters }: CommonParameters, { points }: Population): Problem[] {
  if (clusters <= points) return [];
  return [
    { path: 'protocol.clusters', expected: `at most one for each of ${points} points`, got: `${clusters}` },
  ];
}
