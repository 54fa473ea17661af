/** Algorithm 3 of FedDP-KMeans (Appendix C), of Awasthi and Sheffet (2012): neither private nor federated. */

import { centresFrom, weightedKMeans } from '../../../../actors/feddp/server-clustering.ts';
import { assignWithMargin, clusterSums } from '../../../../actors/feddp/statistics.ts';
import type { Matrix } from '../../../../src/core/base/matrix.ts';
import type { Stream } from '../../../../src/core/base/random.ts';
import { assignToCentres } from '../../../../src/core/math/cluster/centres.ts';
import { projectToSingularVectors } from '../../../../src/core/math/cluster/projection.ts';

/** Points are near a centre if they are three times as far from every other (Part 2). */
export const NEAR = 1 / 3;

const STARTS = 5;

/**
 * Part 1: k-means of the projection onto the top singular vectors. Part 2: the means of the points near each centre
 * there. Part 3: Lloyd's iterations.
 * @returns the centres after Part 2, and after each iteration
 */
export function awasthiSheffet(points: Matrix, clusters: number, rounds: number, stream: Stream): Matrix[] {
  const projected = projectToSingularVectors(points, clusters);
  const start = weightedKMeans(projected, clusters, undefined, STARTS, stream);
  const near = assignWithMargin(projected, start, NEAR);
  const history = [centresFrom(clusterSums(points, near, clusters), clusters)];
  for (let round = 0; round < rounds; round++) {
    const before = history[round];
    history.push(
      centresFrom(clusterSums(points, assignToCentres(points, before), clusters), clusters, before),
    );
  }
  return history;
}
