/**
 * SecFC (Li, Hou, Buyukates and Avestimehr 2022): exact Lloyd over Lagrange-coded secret shares. Any t clients together
 * learn nothing about the others' points; the server learns distances.
 */

import { quantiseMatrix } from '../../src/field/quantise.ts';
import type { PhaseCost, Protocol } from '../../src/protocol/protocol.ts';
import { converges } from '../../src/protocol/properties.ts';
import { lloydHistory } from '../../src/protocol/reference.ts';
import { type Agreed, agree, check, type Parameters, parameters } from './agreed.ts';
import { privacy } from './attacks/index.ts';
import { blindDistances, blindOperations, columnsOf } from './blinding.ts';
import { client } from './client.ts';
import { decodeCentres, decodeLabels, decodeOperations, revealOperations } from './decode.ts';
import { codedCentres, codedDistances, codedNorms, distanceOperations, normOperations } from './distances.ts';
import { encodeOperations, encodeShares } from './encode.ts';
import { Assignment, BlindingKey, CentreShares, Distances, Outcome, Ready, Shares } from './messages.ts';
import { server } from './server.ts';

export const secfc: Protocol<Parameters, Agreed> = {
  name: 'secfc',
  summary: 'exact Lloyd over secret shares: no t clients learn anything, the server learns distances',
  parameters,
  messages: [Shares, BlindingKey, Ready, Assignment, Distances, Outcome, CentreShares],
  tasks: [
    encodeShares,
    codedNorms,
    codedDistances,
    blindDistances,
    codedCentres,
    decodeLabels,
    decodeCentres,
  ],
  check,
  agree,
  server,
  client,
  cost,
  reference: (agreed, points, start) => lloydHistory(quantiseMatrix(points, agreed.scale), start, agreed),
  properties: { converges },
  privacy,
};

/** Section 4.2, counted to the element: the share that a client keeps is not sent, and padding is. */
function cost(agreed: Agreed, _population: unknown, iterations: number): PhaseCost[] {
  const { code, points: m, width, clusters: k, answers, reveal, distances: seen } = agreed;
  const { n } = code;
  const r = agreed.moduli.length;
  const columns = columnsOf(seen, k);
  const blinds = seen !== 'plain';
  return [
    {
      phase: 'share',
      messages: [
        { type: 'shares', messages: n * (n - 1), elements: m * width * (n - 1) },
        { type: 'ready', messages: n, elements: 0 },
        ...(blinds ? [{ type: 'blinding-key', messages: n - 1, elements: 8 * (n - 1) }] : []),
      ],
      work: [
        { task: 'secfc/encode-shares', runs: n, operations: encodeOperations(m, code, width, r) },
        { task: 'secfc/coded-norms', runs: n, operations: n * normOperations(m, width, r) },
      ],
    },
    {
      phase: 'iterate',
      messages: [
        { type: 'assignment', messages: n * iterations, elements: 0 },
        { type: 'distances', messages: n * iterations, elements: n * iterations * columns * m },
      ],
      work: [
        {
          task: 'secfc/coded-distances',
          runs: n * iterations,
          operations: n * iterations * distanceOperations(m, width, k, r),
        },
        ...(blinds
          ? [
              {
                task: 'secfc/blind-distances',
                runs: n * iterations,
                operations: n * iterations * blindOperations(seen, m, k, r),
              },
            ]
          : []),
        {
          task: 'secfc/decode-labels',
          runs: iterations,
          operations: iterations * decodeOperations(m, columns, answers, r),
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
