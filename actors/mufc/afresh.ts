/**
 * Lines 6 and 7 of Algorithm 1: full k-means++ on points that represent those in the cells, independent of earlier
 * clusterings.
 */

import { compute, phase, type Self } from '../../src/core/kit/index.ts';
import { type Cell, iterateToEnd } from '../blocks/index.ts';
import type { Agreed } from './agreed.ts';
import type { Found } from './kept/clustering.ts';
import { means, scatter, type Scattered, seed } from './tasks.ts';

/** The clients' centres as gathered, by secure aggregation or in the clear. */
export type Gathered = { readonly cells: readonly Cell[] } | { readonly summaries: Scattered };

/**
 * Clusters what was gathered from scratch, without anything kept from an earlier clustering.
 * @param number of the clustering, which selects its random streams
 * @returns undefined if nothing is left to cluster
 */
export function* clusterAfresh(
  self: Self,
  { secrecy, representatives, clusters, restarts, maxIterations }: Agreed,
  number: number,
  gathered: Gathered,
) {
  yield* phase('cluster');
  const scattered: Scattered =
    'summaries' in gathered
      ? gathered.summaries
      : yield* compute(scatter, {
          cells: gathered.cells,
          grid: (secrecy as NonNullable<typeof secrecy>).grid,
          representatives,
          key: self.random.streamKey('scatter', `${number}`),
        });
  const { points, weights } = scattered;
  if (points.rows === 0) return undefined;
  let best: (Found & { readonly loss: number }) | undefined;
  for (let start = 1; start <= restarts; start++) {
    const seeds = {
      points,
      weights,
      clusters,
      key: self.random.streamKey('seed', `${number}`, `${start}`),
    };
    const { labels: seeded } = yield* compute(seed, seeds);
    const iterated = yield* iterateToEnd({ points, weights, start: seeded, clusters, maxIterations });
    const { labels, history, converged } = iterated;
    const { centres, loss } = yield* compute(means, { points, labels, clusters, weights });
    if (best === undefined || loss < best.loss)
      best = { centres, loss, iterations: history.length - 1, converged };
  }
  return best;
}
