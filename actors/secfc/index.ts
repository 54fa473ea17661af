/**
 * SecFC (Li, Hou, Buyukates and Avestimehr 2022): exact Lloyd over Lagrange-coded secret shares. Any t clients together
 * learn nothing about the others' points; the server learns distances.
 */

import { quantiseMatrix } from '../../src/field/quantise.ts';
import type { PhaseCost, Protocol } from '../../src/protocol/protocol.ts';
import { lloydHistory } from '../../src/protocol/reference.ts';
import { alignmentMessages } from '../alignment/messages.ts';
import { alignmentCost } from '../alignment/session.ts';
import { decodeCells, encodeCells } from '../scma/tasks.ts';
import { secaggTasks } from '../secagg/tasks.ts';
import { type Agreed, agree, check, type Parameters, parameters } from './agreed.ts';
import { client } from './client.ts';
import { decodeCentres, decodeLabels, decodeOperations, revealOperations } from './decode.ts';
import { codedCentres, codedDistances, codedNorms, distanceOperations, normOperations } from './distances.ts';
import { addShares, encodeOperations, encodeShares } from './encode.ts';
import { Assignment, CentreShares, Distances, Outcome, Ready, Shares } from './messages.ts';
import { server } from './server.ts';

export const secfc: Protocol<Parameters, Agreed> = {
  name: 'secfc',
  summary: 'exact Lloyd over secret shares: no t clients learn anything, the server learns distances',
  parameters,
  messages: [Shares, Ready, Assignment, Distances, Outcome, CentreShares, ...alignmentMessages],
  tasks: [
    encodeShares,
    addShares,
    codedNorms,
    codedDistances,
    codedCentres,
    decodeLabels,
    decodeCentres,
    encodeCells,
    decodeCells,
    ...secaggTasks,
  ],
  check,
  agree,
  server,
  client,
  cost,
  byRow: ({ alignment }) => alignment !== undefined,
  reference: (agreed, points, start) => lloydHistory(quantiseMatrix(points, agreed.scale), start, agreed),
};

/**
 * Section 4.2, counted to the element: the share that a client keeps is not sent, and padding is. Aligned, every client
 * shares all points, and adds up what it is sent (Appendix B).
 */
function cost(agreed: Agreed, _population: unknown, iterations: number): PhaseCost[] {
  const { code, points: m, width, clusters: k, answers, reveal, alignment } = agreed;
  const { n } = code;
  const r = agreed.moduli.length;
  const shared = alignment === undefined ? m : n * m;
  const adding = { task: 'secfc/add-shares', runs: n, operations: n * n * r * m * width };
  return [
    ...(alignment === undefined ? [] : alignmentCost(alignment)),
    {
      phase: 'share',
      messages: [
        { type: 'shares', messages: n * (n - 1), elements: shared * width * (n - 1) },
        { type: 'ready', messages: n, elements: 0 },
      ],
      work: [
        { task: 'secfc/encode-shares', runs: n, operations: encodeOperations(shared, code, width, r) },
        ...(alignment === undefined ? [] : [adding]),
        { task: 'secfc/coded-norms', runs: n, operations: n * normOperations(m, width, r) },
      ],
    },
    {
      phase: 'iterate',
      messages: [
        { type: 'assignment', messages: n * iterations, elements: 0 },
        { type: 'distances', messages: n * iterations, elements: n * iterations * k * m },
      ],
      work: [
        {
          task: 'secfc/coded-distances',
          runs: n * iterations,
          operations: n * iterations * distanceOperations(m, width, k, r),
        },
        {
          task: 'secfc/decode-labels',
          runs: iterations,
          operations: iterations * decodeOperations(m, k, answers, r),
        },
      ],
    },
    {
      phase: 'reveal',
      messages: [
        { type: 'outcome', messages: n, elements: 0 },
        ...(reveal ? [{ type: 'centre-shares', messages: n, elements: n * k * width }] : []),
      ],
      work: reveal
        ? [
            { task: 'secfc/coded-centres', runs: n, operations: n * normOperations(m, width, r) },
            { task: 'secfc/decode-centres', runs: 1, operations: revealOperations(code, k, width, r) },
          ]
        : [],
    },
  ];
}
