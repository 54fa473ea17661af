/**
 * DC-KMeans (Ginart, Guan, Valiant and Zou 2019) over clients, with a tree of height 2 as in the MUFC paper:
 * k-means++ at every client and, on their unweighted centres, at the server. A removal repeats the clustering of its
 * client, and the server's.
 */

import { lossAtCentres, type Population, type Problem, protocol } from '../../src/core/kit/index.ts';
import { coordinateProblem, z } from '../../src/core/kit/settings.ts';
import { lloydIterations } from '../blocks/index.ts';
import { type Agreed, localClusters, oneShotParameters } from './agreed.ts';
import { audits } from './audits/index.ts';
import { paperBits, trainingCost } from './cost.ts';
import { requestFigures } from './figures.ts';
import { messages, Summary } from './messages.ts';
import { privacy } from './privacy.ts';
import { removal } from './removal/index.ts';
import { removalProblems, removalsOf } from './removal/requests.ts';
import { roles } from './roles.ts';
import { means, seed } from './tasks.ts';

const parameters = z.strictObject(oneShotParameters);

type Parameters = z.output<typeof parameters>;

export const dckmeans = protocol({
  name: 'dckmeans',
  summary: 'DC-KMeans: clients send the centres of their own clusters, and can unlearn points',
  parameters,
  roles,
  reports: 'server',
  messages: [...messages, Summary],
  tasks: [seed, means],
  uses: [lloydIterations, removal],
  check: ({ remove }, population): Problem[] => [
    ...coordinateProblem(population),
    ...removalProblems(remove, population),
  ],
  agree,
  cost: trainingCost,
  paper: { of: "centres and sizes of every client's clusters, as doubles", bits: paperBits },
  figures: [lossAtCentres, ...requestFigures],
  privacy,
  audits,
});

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
    change: 'clear',
    batch: { requests: 1 },
    restarts: settings.restarts,
    maxIterations,
    timeout,
  };
}
