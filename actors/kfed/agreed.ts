/** The settings of k-FED, and what its parties agree on before it starts. */

import { clusterParameters, z } from '../../src/core/kit/settings.ts';
import { type Population } from '../../src/core/kit/index.ts';

export const parameters = z.strictObject({
  ...clusterParameters,
  clustersPerClient: z.int().min(1).optional().meta({
    description: "k': clusters that each client looks for among its own points; absent: as many as clusters",
  }),
});

export type Parameters = z.output<typeof parameters>;

export type Agreed = Omit<Parameters, 'clustersPerClient'> &
  Population & {
    /** k'_j: never more than the client has points. */
    readonly localClusters: readonly number[];
  };

/** What all parties know: how many clusters each client finds, at most one for each of its points. */
export function agree({ clustersPerClient, ...settings }: Parameters, population: Population): Agreed {
  const most = clustersPerClient ?? settings.clusters;
  return { ...settings, ...population, localClusters: population.sizes.map((size) => Math.min(most, size)) };
}
