/**
 * Secure compressed multiset aggregation (Pan et al. 2023, section 4.1): the server learns the sum of sparse vectors
 * with one entry per cell, at the cost of a secure aggregation of their non-zero entries only.
 */

import { subprotocol } from '../../../src/core/kit/index.ts';
import { secureSums } from '../sums/index.ts';
import { Regroup, Settled } from './messages.ts';
import { sparseSumCost, sparseSumParameters } from './session.ts';
import { decodeCells, encodeCells } from './tasks.ts';

export { contributeCells } from './client.ts';
export type { Cell, Grid } from './grid.ts';
export { openedCells } from './opened.ts';
export type { OpenedCells } from './opened-cells.ts';
export { contributeProvenCells, helpCells, sumProvenCells } from './proven.ts';
export { sumCells, type SparseSum } from './server.ts';
export {
  sessionOfChanges,
  sparseSession,
  type SparseSession,
  type SparseShape,
  sparseSumParameters,
  type SparseSumParameters,
  sparseSumProblems,
} from './session.ts';

export const sparseSum = subprotocol({
  name: 'scma',
  summary: 'the sum of sparse vectors, compressed to power sums of their non-zero entries',
  settings: sparseSumParameters,
  uses: [secureSums],
  messages: [Regroup, Settled],
  tasks: [encodeCells, decodeCells],
  cost: sparseSumCost,
});
