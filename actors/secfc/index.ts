/**
 * SecFC (Li, Hou, Buyukates and Avestimehr 2022): exact Lloyd over Lagrange-coded secret shares. Any t clients together
 * learn nothing about the others' points; the server learns distances.
 */

import { quantiseMatrix } from '../../src/field/quantise.ts';
import type { PhaseCost, Protocol } from '../../src/protocol/protocol.ts';
import { converges } from '../../src/protocol/properties.ts';
import { lloydHistory } from '../../src/protocol/reference.ts';
import { alignmentMessages } from '../blocks/alignment/messages.ts';
import { alignmentCost } from '../blocks/alignment/session.ts';
import { decodeCells, encodeCells } from '../blocks/scma/tasks.ts';
import { secaggTasks } from '../blocks/secagg/tasks.ts';
import { type Agreed, agree, check, type Parameters, parameters } from './agreed.ts';
import { privacy } from './attacks/index.ts';
import { blindDistances, blindOperations, columnsOf } from './iteration/blinding.ts';
import { client } from './client.ts';
import {
  checkDealings,
  checkOperations,
  commitOperations,
  commitShares,
  openDealings,
  openOperations,
} from './sharing/dealing.ts';
import {
  decodeCentres,
  decodeLabels,
  decodeOperations,
  findLiars,
  liarOperations,
  revealOperations,
} from './iteration/decode.ts';
import {
  codedCentres,
  codedDistances,
  codedNorms,
  distanceOperations,
  normOperations,
} from './iteration/distances.ts';
import { addShares, encodeOperations, encodeShares, MASKS, sharedEntries } from './sharing/encode.ts';
import {
  Assignment,
  BlindingKey,
  CentreShares,
  CheckedShares,
  Distances,
  Openings,
  Outcome,
  Ready,
  Shares,
  Stopped,
} from './messages.ts';
import { server } from './server.ts';

export const secfc: Protocol<Parameters, Agreed> = {
  name: 'secfc',
  summary: 'exact Lloyd over secret shares: no t clients learn anything, the server learns distances',
  parameters,
  messages: [
    Shares,
    CheckedShares,
    BlindingKey,
    Ready,
    Openings,
    Assignment,
    Distances,
    Outcome,
    CentreShares,
    Stopped,
    ...alignmentMessages,
  ],
  tasks: [
    encodeShares,
    commitShares,
    openDealings,
    checkDealings,
    codedNorms,
    codedDistances,
    blindDistances,
    codedCentres,
    findLiars,
    decodeLabels,
    decodeCentres,
    addShares,
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
  properties: { converges },
  privacy,
};

/**
 * Section 4.2, counted to the element: the share that a client keeps is not sent, and padding is. Aligned, everybody shares
 * all points, and adds up what it is sent (Appendix B).
 */
function cost(agreed: Agreed, _population: unknown, iterations: number): PhaseCost[] {
  const aligning = agreed.alignment === undefined ? [] : alignmentCost(agreed.alignment);
  return [...aligning, sharingCost(agreed), iterationCost(agreed, iterations), revealCost(agreed)];
}

/** With the check of the dealing, every share has masks, and every client opens a value for each owner and mask. */
function sharingCost(agreed: Agreed): PhaseCost {
  const { code, sizes, points: m, width, moduli, checkDealing } = agreed;
  const { n } = code;
  const r = moduli.length;
  const key =
    agreed.distances === 'plain' ? [] : [{ type: 'blinding-key', messages: n - 1, elements: 8 * (n - 1) }];
  const entries = sizes.reduce((sum, size) => sum + sharedEntries(size, width, checkDealing), 0);
  const shares = { messages: n * (n - 1), elements: entries * (n - 1) };
  const encode = {
    task: 'secfc/encode-shares',
    runs: n,
    operations: encodeOperations(entries, code, r),
  };
  const norms = { task: 'secfc/coded-norms', runs: n, operations: n * normOperations(m, width, r) };
  const adding = { task: 'secfc/add-shares', runs: n, operations: n * n * r * m * width };
  const added = agreed.alignment === undefined ? [] : [adding];
  if (!checkDealing) {
    return {
      phase: 'share',
      messages: [{ type: 'shares', ...shares }, { type: 'ready', messages: n, elements: 0 }, ...key],
      work: [encode, ...added, norms],
    };
  }
  const opened = sizes.reduce(
    (sum, size) => sum + openOperations(sharedEntries(size, width, checkDealing), r),
    0,
  );
  return {
    phase: 'share',
    messages: [
      { type: 'checked-shares', ...shares },
      { type: 'openings', messages: n, elements: n * n * MASKS },
      ...key,
    ],
    work: [
      encode,
      { task: 'secfc/commit-shares', runs: n, operations: commitOperations(n, entries, r) },
      { task: 'secfc/open-dealings', runs: n, operations: n * opened },
      { task: 'secfc/check-dealings', runs: 1, operations: checkOperations(code, n, r) },
      ...added,
      norms,
    ],
  };
}

function iterationCost(agreed: Agreed, iterations: number): PhaseCost {
  const { code, points: m, width, clusters: k, answers, distances: seen } = agreed;
  const { n } = code;
  const r = agreed.moduli.length;
  const columns = columnsOf(seen, k);
  return {
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
      ...(seen === 'plain'
        ? []
        : [
            {
              task: 'secfc/blind-distances',
              runs: n * iterations,
              operations: n * iterations * blindOperations(seen, m, k, r),
            },
          ]),
      ...checkingCost(agreed, iterations, columns * m, answers),
      {
        task: 'secfc/decode-labels',
        runs: iterations,
        operations: iterations * decodeOperations(m, columns, answers, r),
      },
    ],
  };
}

function revealCost(agreed: Agreed): PhaseCost {
  const { code, points: m, width, clusters: k, reveal } = agreed;
  const { n, l, t } = code;
  const r = agreed.moduli.length;
  return {
    phase: 'reveal',
    messages: [
      { type: 'outcome', messages: n, elements: 0 },
      ...(reveal ? [{ type: 'centre-shares', messages: n, elements: n * k * width }] : []),
    ],
    work: reveal
      ? [
          { task: 'secfc/coded-centres', runs: n, operations: n * normOperations(m, width, r) },
          ...checkingCost(agreed, 1, k * width, l + t),
          { task: 'secfc/decode-centres', runs: 1, operations: revealOperations(code, k, width, r) },
        ]
      : [],
  };
}

/** What it takes to look for liars among answers of so many elements. */
function checkingCost(
  { moduli, liars }: Agreed,
  runs: number,
  length: number,
  needed: number,
): PhaseCost['work'] {
  if (liars === 0) return [];
  const operations = runs * liarOperations(length, needed + 2 * liars, needed, moduli.length);
  return [{ task: 'secfc/find-liars', runs, operations }];
}
