/** Centralised Lloyd: the baseline that everybody is compared with. No privacy: the server sees every point. */

import type { PhaseCost, Population, Problem, Protocol } from '../../src/protocol/protocol.ts';
import { converges } from '../../src/protocol/properties.ts';
import { coordinateProblem, gridProblem } from '../../src/protocol/parameters.ts';
import { lloydHistory } from '../../src/protocol/reference.ts';
import { quantiseMatrix } from '../../src/field/quantise.ts';
import { type Agreed, agree, type Parameters, parameters } from './agreed.ts';
import { privacy } from './attacks.ts';
import { client } from './client.ts';
import { iterate, iterationOperations } from '../blocks/lloyd-iterations.ts';
import { Points, Result } from './messages.ts';
import { server } from './server.ts';
import { quantisePoints } from './quantise.ts';

export const lloyd: Protocol<Parameters, Agreed> = {
  name: 'lloyd',
  summary: 'centralised Lloyd: clients send their points to the server',
  parameters,
  messages: [Points, Result],
  tasks: [quantisePoints, iterate],
  check,
  agree,
  server,
  client,
  cost,
  reference: (agreed, points, start) =>
    lloydHistory(agreed.scale === undefined ? points : quantiseMatrix(points, agreed.scale), start, agreed),
  properties: { converges },
  privacy,
};

function check({ centreSeparation, scale }: Parameters, population: Population): Problem[] {
  const problems = coordinateProblem(population);
  if (centreSeparation && scale === undefined) {
    problems.push({ path: 'protocol.centreSeparation', expected: 'false, or a protocol.scale', got: 'true' });
  }
  const tooFine = scale === undefined ? undefined : gridProblem(scale, population);
  return tooFine === undefined ? problems : [...problems, tooFine];
}

function cost(
  { scale, clusters }: Agreed,
  { clients, points, dimension }: Population,
  iterations: number,
): PhaseCost[] {
  const n = clients.length;
  return [
    {
      phase: 'collect',
      messages: [{ type: 'points', messages: n, elements: points * dimension }],
      work: scale === undefined ? [] : [{ task: 'lloyd/quantise', runs: n, operations: points * dimension }],
    },
    {
      phase: 'iterate',
      messages: [],
      work: [
        {
          task: 'lloyd/iterate',
          runs: iterations,
          operations: iterations * iterationOperations(points, dimension, clusters),
        },
      ],
    },
    { phase: 'tell', messages: [{ type: 'result', messages: n, elements: 0 }], work: [] },
  ];
}
