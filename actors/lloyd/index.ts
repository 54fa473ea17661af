/** Centralised Lloyd: the baseline for all comparisons. No privacy: the server sees every point. */

import { coordinateProblem, gridProblem, restartsOf, startProblems } from '../../src/core/kit/settings.ts';
import { lloydHistory } from '../../src/core/kit/cluster.ts';
import { quantiseMatrix } from '../../src/core/kit/field.ts';
import {
  converges,
  mergedPoints,
  roundingLoss,
  phaseCost,
  type PhaseCost,
  type Population,
  type Problem,
  protocol,
  role,
  runs,
  sends,
  withinTimeout,
} from '../../src/core/kit/index.ts';
import { type Agreed, agree, type Parameters, parameters } from './agreed.ts';
import { kfed } from '../kfed/index.ts';
import { mufc } from '../mufc/index.ts';
import { startedBy } from '../start/started-by.ts';
import { privacy } from './attacks.ts';
import { client } from './client.ts';
import { compareLoss, iterate, iterationOperations, lloydIterations } from '../blocks/index.ts';
import { Points, Result } from './messages.ts';
import { server } from './server.ts';
import { quantisePoints } from './quantise.ts';

const retransmitAfterNs = ({ timeout }: Agreed): number => withinTimeout(timeout);

export const lloyd = startedBy(
  protocol({
    name: 'lloyd',
    summary: 'centralised Lloyd: clients send their points to the server',
    parameters,
    roles: {
      server: role({ parties: 'one', starts: true, play: server, retransmitAfterNs }),
      client: role({ parties: 'many', play: client, retransmitAfterNs }),
    },
    reports: 'server',
    messages: [Points, Result],
    tasks: [quantisePoints],
    uses: [lloydIterations],
    check,
    agree,
    cost,
    reference: ({ agreed, points, start }) =>
      lloydHistory(agreed.scale === undefined ? points : quantiseMatrix(points, agreed.scale), start, agreed),
    figures: [mergedPoints, roundingLoss],
    properties: { converges },
    privacy,
  }),
  [mufc, kfed],
);

function check(settings: Parameters, population: Population): Problem[] {
  const { centreSeparation, scale } = settings;
  const problems = [...coordinateProblem(population), ...startProblems(settings, population)];
  if (centreSeparation && scale === undefined) {
    problems.push({ path: 'protocol.centreSeparation', expected: 'false, or a protocol.scale', got: 'true' });
  }
  const tooFine = scale === undefined ? undefined : gridProblem(scale, population);
  return tooFine === undefined ? problems : [...problems, tooFine];
}

function cost(
  { scale, clusters, start }: Agreed,
  { clients, points, dimension }: Population,
  iterations: number,
): PhaseCost[] {
  const n = clients.length;
  const coordinates = points * dimension;
  const restarts = restartsOf(start);
  const comparing = restarts === 1 ? [] : [runs(compareLoss, restarts, restarts * coordinates)];
  const iterating = iterations * iterationOperations(points, dimension, clusters);
  return [
    phaseCost(
      'collect',
      sends(Points, n, coordinates),
      ...(scale === undefined ? [] : [runs(quantisePoints, n, coordinates)]),
    ),
    phaseCost('iterate', runs(iterate, iterations, iterating), ...comparing),
    phaseCost('tell', sends(Result, n)),
  ];
}
