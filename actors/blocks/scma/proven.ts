/**
 * A sparse sum whose cells are proven to be valid, called with `yield*` from a protocol's clients, its server and its helper: every client has
 * no more cells than it may, and their counts are not negative and add up to the points that it has. So the sum decodes, whoever lies.
 */

import { ModularVectors } from '../../../src/core/kit/field.ts';
import { abort, compute, phase, type Self } from '../../../src/core/kit/index.ts';
import { contributeProven, helpSum, sumProven } from '../prio3/index.ts';
import { firstAggregation } from './client.ts';
import type { Cell } from './grid.ts';
import { byPlace, type SparseSum } from './server.ts';
import { provenSumOf, type SparseSession } from './session.ts';
import { decodeCells, flatCells } from './tasks.ts';

/**
 * A client's half.
 * @param number different for every sum of a run
 */
export function* contributeProvenCells(
  self: Self,
  session: SparseSession,
  number: number,
  cells: readonly Cell[],
) {
  const size = cells.reduce((sum, { count }) => sum + count, 0);
  // Only its own size counts for a client's proof.
  const sizes = session.clients.map(() => size);
  const sum = provenSumOf(session, firstAggregation(number), sizes);
  yield* contributeProven(self, sum, flatCells(cells, session.shape.dimension));
}

/**
 * Sums up the cells of the clients whose proofs are valid, and names the others that sent some. Aborts, before anything is
 * opened, if they are too few.
 * @param sizes how many points each client has
 */
export function* sumProvenCells(
  self: Self,
  session: SparseSession,
  number: number,
  sizes: readonly number[],
) {
  const { shape, modulus, length } = session;
  const sum = provenSumOf(session, firstAggregation(number), sizes);
  const { elements, survivors, refused } = yield* sumProven(self, sum, new Float64Array(length), () => {});
  yield* phase('decode');
  const cells = yield* compute(decodeCells, {
    shape,
    modulus,
    length,
    salt: sum.number,
    sum: new ModularVectors(modulus).from(elements),
  });
  // Valid vectors decode: what does not is of an aggregator that deviated.
  if (cells === undefined) return yield* abort('the shares of the two aggregators do not fit together');
  return {
    cells: cells.toSorted(byPlace),
    survivors,
    blamed: refused.map((party) => [party]),
  } satisfies SparseSum;
}

/** The helper's half. */
export function* helpCells(self: Self, session: SparseSession, number: number, sizes: readonly number[]) {
  const { length } = session;
  yield* helpSum(self, provenSumOf(session, firstAggregation(number), sizes), new Float64Array(length));
}
