/**
 * Decisions about distances that are known up to the scale of each cluster: d'_ih = ||sum_h - |S_h| x_i||^2,
 * which is |S_h|^2 times the squared distance d_ih between point i and the mean of cluster h. Both
 * centralised Lloyd and the server of SecFC (Algorithm 1) decide here, so they agree on every point, ties
 * included.
 *
 * Every decision is exact. Doubles settle the clear cases; the others compare d'_ih |S_g|^2 with d'_ig
 * |S_h|^2 in integers, since a rounded division could create ties or break them.
 */

import { square } from '../elementary/index.ts';
import { assert } from '../../base/errors.ts';
import { clusterSizes, type Labels, MAX_CLUSTERS, NO_CLUSTER } from '../../base/labels.ts';

export interface ScaledDistances {
  /** m: the number of points. */
  readonly points: number;
  /** k: the number of points |S_h| in each cluster; if it is 0, there is no centre. */
  readonly sizes: Uint32Array;
  /**
   * d'_ih with a relative error of at most 2^-40, and 0 only if it is 0; called for non-empty clusters only.
   */
  approximate(i: number, h: number): number;
  /** d'_ih. */
  exact(i: number, h: number): bigint;
}

/**
 * A gap too large to come from rounding: two values of relative error 2^-40, their division by |S_h|^2 and
 * the product with the factor below add up to less than 2^-38.
 */
const CLEAR = 1 + 2 ** -38;

/**
 * The nearest non-empty cluster of each point; ties go to the lowest index. An empty cluster has no centre,
 * so it stays empty.
 *
 * @returns m labels; all {@link NO_CLUSTER} if every cluster is empty
 */
export function nearestClusters(distances: ScaledDistances): Labels {
  const { clusters, inverseSquares } = nonEmpty(distances.sizes);
  const labels = new Uint16Array(distances.points).fill(NO_CLUSTER);
  if (clusters.length === 0) return labels;
  for (let i = 0; i < labels.length; i++) {
    let best = clusters[0];
    let nearest = distances.approximate(i, best) * inverseSquares[0];
    for (let j = 1; j < clusters.length; j++) {
      const h = clusters[j];
      const distance = distances.approximate(i, h) * inverseSquares[j];
      if (atMost(distances, i, 1, best, nearest, h, distance)) continue;
      best = h;
      nearest = distance;
    }
    labels[i] = best;
  }
  return labels;
}

/**
 * Centre separation (SecFC, section 5): point i goes to S'_h if ||x_i - mu_h|| <= 1/3 ||x_i - mu_s|| for
 * every other non-empty cluster s, and to no cluster if there is no such h.
 *
 * The paper leaves two cases open. If identical centres both claim a point, the lowest index gets it. A
 * non-empty cluster whose S'_h comes out empty keeps those of its own points that no other set took.
 *
 * @param labels the clustering that `distances` belong to
 */
export function separateClusters(distances: ScaledDistances, labels: Labels): Labels {
  const { clusters, inverseSquares } = nonEmpty(distances.sizes);
  assert(labels.length === distances.points, `${labels.length} labels for ${distances.points} points`);
  const nearest = nearestClusters(distances);
  const separated = nearest.map((h, i) => {
    if (h === NO_CLUSTER) return NO_CLUSTER;
    const own = distances.approximate(i, h) * inverseSquares[clusters.indexOf(h)];
    // Squared distances, hence 9.
    const isClear = clusters.every(
      (s, j) =>
        s === h || atMost(distances, i, 9, h, own, s, distances.approximate(i, s) * inverseSquares[j]),
    );
    return isClear ? h : NO_CLUSTER;
  });
  const sizes = clusterSizes(separated, distances.sizes.length);
  const cameOutEmpty = sizes.map((size, h) => Number(size === 0 && distances.sizes[h] > 0));
  return separated.map((h, i) => (h === NO_CLUSTER && cameOutEmpty[labels[i]] ? labels[i] : h));
}

/**
 * Whether point i is farther from the centre of cluster g than point j is from that of h; both clusters are
 * non-empty.
 */
export function isFarther(distances: ScaledDistances, i: number, g: number, j: number, h: number): boolean {
  const { sizes } = distances;
  const one = distances.approximate(i, g) / square(sizes[g]);
  const other = distances.approximate(j, h) / square(sizes[h]);
  if (one > other * CLEAR) return true;
  if (one * CLEAR < other) return false;
  const left = distances.exact(i, g) * BigInt(sizes[h]) ** 2n;
  return left > distances.exact(j, h) * BigInt(sizes[g]) ** 2n;
}

/** The clusters that have a centre, in order, and 1 / |S_h|^2 of each. */
function nonEmpty(sizes: Uint32Array): { clusters: Uint16Array; inverseSquares: Float64Array } {
  assert(sizes.length <= MAX_CLUSTERS, `${sizes.length} clusters are too many`);
  const clusters = Uint16Array.from(sizes.keys()).filter((h) => sizes[h] > 0);
  return { clusters, inverseSquares: Float64Array.from(clusters, (h) => 1 / square(sizes[h])) };
}

/** Whether factor * d_ig <= d_ih, from approximations `near` of d_ig and `far` of d_ih if they suffice. */
function atMost(
  distances: ScaledDistances,
  i: number,
  factor: number,
  g: number,
  near: number,
  h: number,
  far: number,
): boolean {
  // A ratio to 0 shows no gap, and repeated points would all be decided in integers.
  if (near === 0) return true;
  if (factor * near * CLEAR < far) return true;
  if (factor * near > far * CLEAR) return false;
  const { sizes } = distances;
  const left = BigInt(factor) * distances.exact(i, g) * BigInt(sizes[h]) ** 2n;
  return left <= distances.exact(i, h) * BigInt(sizes[g]) ** 2n;
}
