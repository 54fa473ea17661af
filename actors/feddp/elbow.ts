/**
 * How many clusters the server's weighted points suggest: the cost of k clusters for every k up to K, and where it
 * stops falling fast (FedDP-KMeans, Appendix H.3). This is post-processing of earlier releases, and costs no privacy.
 */

import type { Matrix, Stream } from '../../src/core/kit/index.ts';
import type { NoisyOutcome } from '../blocks/noise/index.ts';
import { weightedCost, weightedKMeans } from './server-clustering.ts';

/** By k from 1: the weighted mean of squared distances to the nearest of k centres, in the span; and the k that is suggested. */
export interface Elbow {
  readonly costs: readonly number[];
  readonly chosen: number;
}

export interface FeddpOutcome extends NoisyOutcome {
  readonly elbow?: Elbow;
}

/**
 * The cost for k = 1, ..., `most` clusters, and the k at its elbow (FedDP-KMeans, Appendix H.3).
 * @param points m x d
 * @param weights one per point
 * @param starts how many starts are tried for each k
 */
export function elbowOf(
  points: Matrix,
  weights: Float64Array,
  most: number,
  starts: number,
  stream: Stream,
): Elbow {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const costs = Array.from({ length: Math.min(most, points.rows) }, (_, i) => {
    const centres = weightedKMeans(points, i + 1, weights, starts, stream);
    return weightedCost(points, centres, weights) / total;
  });
  return { costs, chosen: kneeOf(costs) };
}

/** The k whose cost lies farthest below the line from the first to the last (Satopaa et al. 2011); ties to the lowest. */
export function kneeOf(costs: readonly number[]): number {
  const last = costs.length - 1;
  let knee = 0;
  let deepest = 0;
  costs.forEach((cost, i) => {
    const line = costs[0] + ((costs[last] - costs[0]) * i) / Math.max(1, last);
    if (line - cost > deepest) [knee, deepest] = [i, line - cost];
  });
  return knee + 1;
}
