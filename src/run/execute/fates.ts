/** What became of every point of the data. */

import { type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import type { Clustered } from '../../core/protocol/outcome.ts';
import type { Population } from '../../core/protocol/population.ts';

/**
 * Why a point is in no cluster: refused with its client, which was left out as deviating from the protocol; forgotten, as the protocol
 * was asked to remove it; missing with its client; or unassigned, though its client took part. The first that holds. A point in a
 * cluster is counted, or uncounted if it did not shape the clusters.
 */
export type Fate = 'refused' | 'forgotten' | 'missing' | 'unassigned' | 'uncounted' | 'counted';

/** By row of the data, as is everything that is given and returned. */
export function fatesOf(
  labels: Labels,
  owners: readonly string[],
  { missing = [], blamed = [], uncounted = [] }: Pick<Clustered, 'missing' | 'blamed' | 'uncounted'>,
  forgotten: ReadonlySet<number>,
): readonly Fate[] {
  const [gone, liars, silent] = [new Set(missing), new Set(blamed), new Set(uncounted)];
  return owners.map((owner, row) => {
    if (labels[row] !== NO_CLUSTER) return silent.has(owner) ? 'uncounted' : 'counted';
    if (gone.has(owner) && liars.has(owner)) return 'refused';
    if (forgotten.has(row)) return 'forgotten';
    return gone.has(owner) ? 'missing' : 'unassigned';
  });
}

/** The client of every point, in order of the clients. */
export function ownersOf({ clients, sizes }: Population): string[] {
  const owners: string[] = [];
  for (const [j, size] of sizes.entries()) for (let i = 0; i < size; i++) owners.push(clients[j]);
  return owners;
}
