/**
 * DC-KMeans (Ginart, Guan, Valiant and Zou 2019) over clients, with a tree of height 2 as in the MUFC paper: k-means++ at
 * every client, and of their centres, unweighted, at the server. A removal clusters its client anew, and the server.
 */

import { z } from 'zod';
import { coordinateProblem } from '../../src/protocol/parameters.ts';
import type { Population, Problem, Protocol } from '../../src/protocol/protocol.ts';
import { iterate } from '../blocks/lloyd-iterations.ts';
import { type Agreed, localClusters, oneShotParameters } from './agreed.ts';
import { client } from './client.ts';
import { trainingCost } from './cost.ts';
import { Centres, Finished, Learn, Summary } from './messages.ts';
import { server } from './server.ts';
import { means, seed } from './tasks.ts';
import { removalMessages } from './removal/messages.ts';
import { removalProblems, removalsOf } from './removal/requests.ts';

const parameters = z.strictObject(oneShotParameters);

type Parameters = z.output<typeof parameters>;

export const dckmeans: Protocol<Parameters, Agreed> = {
  name: 'dckmeans',
  summary: 'DC-KMeans: clients send the centres of their own clusters, and can unlearn points',
  parameters,
  messages: [Summary, Learn, Centres, Finished, ...removalMessages],
  tasks: [seed, means, iterate],
  check: ({ remove }, population): Problem[] => [
    ...coordinateProblem(population),
    ...removalProblems(remove, population),
  ],
  agree,
  server,
  client,
  cost: trainingCost,
};

function agree(settings: Parameters, population: Population): Agreed {
  const { clusters, clustersPerClient, remove, maxIterations, timeout } = settings;
  return {
    ...population,
    clusters,
    localClusters: localClusters(population.sizes, clustersPerClient ?? clusters),
    iterate: true,
    representatives: 'points',
    weighted: false,
    unlearning: 'exact',
    removals: removalsOf(remove, population.clients),
    restarts: settings.restarts,
    maxIterations,
    timeout,
  };
}
