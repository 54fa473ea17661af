/** What training costs, by the paper's count: before any removal, where nobody drops out. */

import type { PhaseCost, Population } from '../../src/protocol/protocol.ts';
import { iterationOperations } from '../blocks/lloyd-iterations.ts';
import { sparseSumCost } from '../blocks/scma/session.ts';
import type { Agreed } from './agreed.ts';
import { meansOperations, seedOperations } from './tasks.ts';

/**
 * 2KL elements from every client, or as many as the code takes, each of the bits of p; k' (d + 1) in the clear. How often
 * clients iterate depends on their points, and how many middles the server has on how many cells meet: the formulas
 * leave out the one, and hold for points in place of the other. `iterations` are the server's, where it starts once.
 */
export function trainingCost(agreed: Agreed, population: Population, iterations: number): PhaseCost[] {
  const { localClusters, secrecy, clusters, iterate, restarts } = agreed;
  const { clients, sizes, points, dimension: d } = population;
  const n = clients.length;
  const sum = (value: (m: number, local: number) => number): number =>
    sizes.reduce((total, m, j) => total + value(m, localClusters[j]), 0);
  const sent = sum((_, local) => local);
  const server = secrecy === undefined ? sent : points;
  const means = iterate ? [{ task: 'one-shot/means', runs: n, operations: meansOperations(points, d) }] : [];
  const seeds = {
    task: 'one-shot/seed',
    runs: n,
    operations: sum((m, local) => seedOperations(m, d, local)),
  };
  const scattered = { task: 'one-shot/scatter', runs: 1, operations: points * d };
  return [
    { phase: 'local', messages: [], work: [seeds, ...means] },
    ...(secrecy === undefined
      ? [
          {
            phase: 'summary',
            messages: [{ type: 'summary', messages: n, elements: sent * (d + 1) }],
            work: [],
          },
        ]
      : sparseSumCost(secrecy.sum)),
    {
      phase: 'cluster',
      messages: [],
      work: [
        ...(secrecy === undefined ? [] : [scattered]),
        {
          task: 'one-shot/seed',
          runs: restarts,
          operations: restarts * seedOperations(server, d, clusters),
        },
        {
          task: 'lloyd/iterate',
          runs: iterations,
          operations: iterations * iterationOperations(server, d, clusters),
        },
        { task: 'one-shot/means', runs: restarts, operations: restarts * meansOperations(server, d) },
      ],
    },
    {
      phase: 'tell',
      messages: [
        { type: 'centres', messages: n, elements: n * clusters * d },
        { type: 'finished', messages: n, elements: 0 },
      ],
      work: [],
    },
  ];
}
