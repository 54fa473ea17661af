/**
 * Algorithm 4 of FedDP-KMeans (Appendix E.5): of the server's points, some that stand for many of the clients', at least
 * one for every cluster, even where a cluster's points are split among very many.
 */

import { histogram } from '../../../../actors/feddp/statistics.ts';
import { type Matrix, selectRows } from '../../../../src/core/base/matrix.ts';
import type { Stream } from '../../../../src/core/base/random.ts';
import { noisyCounts } from './noise.ts';

export interface Freezing {
  readonly rounds: number;
  /** A point with at least this noisy count is frozen. */
  readonly least: number;
  /** Of all rounds together. */
  readonly epsilon: number;
}

/**
 * In every round, each client's point counts for the nearest point left (line 4), counts arrive with noise (5), those with
 * enough are frozen (6), and of the others every second one is dropped by chance (7).
 * @returns the rows of the frozen points, ascending
 */
export function freezePoints(
  points: Matrix,
  server: Matrix,
  { rounds, least, epsilon }: Freezing,
  stream: Stream,
): Uint32Array {
  const frozen = new Set<number>();
  let left = Uint32Array.from({ length: server.rows }, (_, q) => q);
  for (let round = 0; round < rounds && left.length > frozen.size; round++) {
    const counts = noisyCounts(histogram(points, selectRows(server, left)), epsilon / rounds, stream);
    for (const [at, q] of left.entries()) if (counts[at] >= least) frozen.add(q);
    left = left.filter((q) => frozen.has(q) || stream.uniform() < 0.5);
  }
  return Uint32Array.from(frozen).toSorted();
}
