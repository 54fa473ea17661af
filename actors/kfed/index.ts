/**
 * k-FED (Dennis, Li and Smith 2021): one shot. Each client clusters its own points by the method of Awasthi and Sheffet
 * (2012) and sends the centres; the server clusters these. The server sees centres in the clear.
 */

import { square } from '../../src/core/kit/math.ts';
import { coordinateProblem } from '../../src/core/kit/settings.ts';
import {
  converges,
  lossAtCentres,
  phaseCost,
  type PhaseCost,
  labelBits,
  type Population,
  type Problem,
  REAL_BITS,
  protocol,
  role,
  runs,
  sends,
  withinTimeout,
} from '../../src/core/kit/index.ts';
import { iterate, iterationOperations, lloydIterations } from '../blocks/index.ts';
import { type Agreed, agree, type Parameters, parameters } from './agreed.ts';
import { privacy } from './attacks.ts';
import { client } from './client.ts';
import { Centres, Clusters } from './messages.ts';
import { server } from './server.ts';
import { centres, project, seed, spread } from './tasks.ts';

const retransmitAfterNs = ({ timeout }: Agreed): number => withinTimeout(timeout);

export const kfed = protocol({
  name: 'kfed',
  summary: 'k-FED: clients send the centres of their own clusters, once',
  parameters,
  roles: {
    server: role({ parties: 'one', play: server, retransmitAfterNs }),
    client: role({ parties: 'many', play: client, retransmitAfterNs }),
  },
  reports: 'server',
  messages: [Centres, Clusters],
  tasks: [project, seed, centres, spread],
  uses: [lloydIterations],
  check,
  agree,
  cost,
  paper: { of: "centres of every client's clusters, as doubles, and their labels", bits: paperBits },
  figures: [lossAtCentres],
  properties: { converges },
  privacy,
});

function check({ clusters, clustersPerClient = clusters }: Parameters, population: Population): Problem[] {
  const path = 'protocol.clustersPerClient';
  const got = `${clustersPerClient}`;
  const problems: Problem[] = [];
  if (clustersPerClient > clusters) {
    problems.push({ path, expected: `at most as many as clusters, ${clusters}`, got });
  }
  const sent = population.sizes.reduce((sum, size) => sum + Math.min(size, clustersPerClient), 0);
  if (sent < clusters) {
    const expected = `so many that all clients together find ${clusters} clusters, not ${sent}`;
    problems.push({ path, expected, got });
  }
  return [...problems, ...coordinateProblem(population)];
}

/**
 * For every client with k'_j non-empty clusters: k'_j d elements from it, and k'_j labels to it. How often a client
 * iterates depends on its points and is known to nobody else; the formulas omit that.
 */
function cost(
  { localClusters, clusters: k }: Agreed,
  { clients, sizes, dimension: d }: Population,
  iterations: number,
): PhaseCost[] {
  const n = clients.length;
  const sum = (value: (m: number, local: number) => number): number =>
    sizes.reduce((total, m, j) => total + value(m, localClusters[j]), 0);
  const sent = sum((_, local) => local);
  return [
    phaseCost(
      'local',
      sends(Centres, n, sent * d),
      runs(
        project,
        n,
        sum((m) => m * d * Math.min(m, d)),
      ),
      runs(
        seed,
        n,
        sum((m, local) => 2 * m * square(local)),
      ),
      runs(
        centres,
        n,
        sum((m) => m * d),
      ),
    ),
    phaseCost(
      'combine',
      runs(spread, 1, 2 * sent * d * k),
      runs(iterate, iterations, iterations * iterationOperations(sent, d, k)),
      runs(centres, 1, sent * d),
    ),
    phaseCost('label', sends(Clusters, n)),
  ];
}

function paperBits({ localClusters, clusters }: Agreed, { dimension: d }: Population): number {
  const all = localClusters.reduce((sum, own) => sum + own, 0);
  return all * (d * REAL_BITS + labelBits(clusters));
}
