/** What training costs, by the paper's count: before any removal, if nobody drops out. */

import {
  bitsBelow,
  phaseCost,
  type PhaseCost,
  type Population,
  REAL_BITS,
  runs,
  sends,
} from '../../src/core/kit/index.ts';
import { iterate, iterationOperations, sparseSum } from '../blocks/index.ts';
import type { Agreed } from './agreed.ts';
import { Assist, Centres, Finished, Summary } from './messages.ts';
import { means, meansOperations, scatter, seed, seedOperations } from './tasks.ts';

/**
 * 2KL elements from every client, or as many as the code takes, each of the bits of p; k' (d + 1) in the clear. How
 * often clients iterate depends on their points, and the server's number of middles on how many cells coincide: the
 * formulas omit the former, and assume points instead of the latter. `iterations` are the server's, for a single
 * start.
 */
export function trainingCost(agreed: Agreed, population: Population, iterations: number): PhaseCost[] {
  const { localClusters, secrecy, clusters, iterate: iterated, restarts } = agreed;
  const { clients, sizes, points, dimension: d } = population;
  const n = clients.length;
  const sum = (value: (m: number, local: number) => number): number =>
    sizes.reduce((total, m, j) => total + value(m, localClusters[j]), 0);
  const sent = sum((_, local) => local);
  const server = secrecy === undefined ? sent : points;
  const helped = secrecy?.sum.proven !== undefined;
  return [
    phaseCost(
      'local',
      runs(
        seed,
        n,
        sum((m, local) => seedOperations(m, d, local)),
      ),
      ...(iterated ? [runs(means, n, meansOperations(points, d))] : []),
    ),
    ...(secrecy === undefined
      ? [phaseCost('summary', sends(Summary, n, sent * (d + 1)))]
      : sparseSum.cost(secrecy.sum)),
    phaseCost(
      'cluster',
      ...(secrecy === undefined ? [] : [runs(scatter, 1, points * d)]),
      runs(seed, restarts, restarts * seedOperations(server, d, clusters)),
      runs(iterate, iterations, iterations * iterationOperations(server, d, clusters)),
      runs(means, restarts, restarts * meansOperations(server, d)),
    ),
    ...(helped ? [phaseCost('report', sends(Assist, 1))] : []),
    phaseCost('tell', sends(Centres, n, n * clusters * d), sends(Finished, helped ? n + 1 : n)),
  ];
}

/**
 * By the paper, for training alone: 2KL elements from every client (section 4.1), of the bits of a prime above n and
 * the number of cells; in the clear (Algorithm 5) k' d reals and k' counts.
 */
export function paperBits(
  { secrecy, localClusters, removals }: Agreed,
  { clients, dimension: d, points }: Population,
): number | undefined {
  if (removals.length > 0) return undefined;
  const local = localClusters.reduce((sum, own) => sum + own, 0);
  if (secrecy === undefined) return local * (d + 1) * REAL_BITS;
  const { levels, dimension } = secrecy.grid;
  const cells = BigInt(levels) ** BigInt(dimension);
  const numbers = cells > BigInt(points) ? cells : BigInt(points);
  return clients.length * 2 * local * bitsBelow(numbers + 1n);
}
