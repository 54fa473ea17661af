/** A client's half of a sparse sum, called with `yield*` from any protocol's client. */

import { compute, handedOver, phase, receive, type Self, silent } from '../../../src/core/kit/index.ts';
import { contributeSecretly } from '../sums/index.ts';
import type { Cell } from './grid.ts';
import { Regroup, Settled } from './messages.ts';
import { aggregationOf, type SparseSession } from './session.ts';
import { encodeCells } from './tasks.ts';

/**
 * Contributes cells to the sum that the server receives, which learns nothing else.
 * Aborts if the server falls silent.
 * @param number different for every sum of a run; the numbers of its groups' aggregations follow from it
 */
export function* contributeCells(self: Self, session: SparseSession, number: number, cells: readonly Cell[]) {
  const { blame, timeoutNs } = session;
  let aggregation = firstAggregation(number);
  let group = session.clients;
  for (;;) {
    yield* phase('encode');
    const input = yield* encoded(session, aggregation, cells);
    yield* contributeSecretly(self, aggregationOf(session, aggregation, group), input);
    if (blame === undefined) return;

    const order = yield* receive([Regroup, Settled], {
      from: 'server',
      // Other groups go first.
      timeoutNs: 2 * timeoutNs * (2 * session.clients.length),
      accept: ({ body }) => {
        if (body.sum !== number) return 'late';
        if (!('parties' in body)) return true;
        const smaller = body.parties.length < group.length && body.parties.length >= blame;
        const known = [...body.parties].every((party) => group.includes(session.clients[party]));
        const own = body.parties.includes(session.clients.indexOf(self.name));
        // Another sum's number would have its masks twice.
        const next = body.aggregation > aggregation && sumOf(body.aggregation) === number;
        return (smaller && known && own && next) || 'wrong group';
      },
    });
    if (order === undefined) return yield* silent('server');
    if (!('parties' in order.body)) return;
    aggregation = order.body.aggregation;
    group = Array.from(order.body.parties, (party) => session.clients[party]);
  }
}

/** The cells as a vector, which is only held until it is masked. */
function* encoded(session: SparseSession, salt: number, cells: readonly Cell[]) {
  const { shape, modulus, length, entries } = session;
  return handedOver(yield* compute(encodeCells, { shape, modulus, length, entries, salt, cells }));
}

/** More than the aggregations of all groups of one sum: a million clients are 2^21 groups. */
const GROUPS = 2 ** 24;

/** The number of the first aggregation of a sum; later ones count up from it. */
export function firstAggregation(sum: number): number {
  return sum * GROUPS;
}

/** The number of the sum that an aggregation is part of. */
export function sumOf(aggregation: number): number {
  return Math.floor(aggregation / GROUPS);
}
