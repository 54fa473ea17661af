/**
 * How clients' counts reach the server: all of them by secure aggregation (Algorithm 1, line 5), only the changes, or
 * in the clear (Algorithm 5).
 */

import { inAnnouncedRange } from '../../src/core/kit/settings.ts';
import { collect, phase, type Self, send, step } from '../../src/core/kit/index.ts';
import { HELPER, sessionOfChanges, sumCells } from '../blocks/index.ts';
import type { Agreed } from './agreed.ts';
import { tally } from './cells.ts';
import type { Contents } from './contents.ts';
import { Assist, Learn, Summary } from './messages.ts';
import { sumUp } from './sums.ts';

/** A sum of everybody's cells; aborts if there is none. Returns the clients found to lie. */
export function* sumEverybody(self: Self, { secrecy, clients }: Agreed, contents: Contents, number: number) {
  const { sum } = secrecy as NonNullable<typeof secrecy>;
  const { left } = contents;
  if (sum.proven !== undefined) {
    yield* phase('report');
    yield* send(HELPER, Assist, { number, sizes: Uint32Array.from(left) });
  }
  const { cells, survivors, blamed } = yield* step(sumUp(self, sum, number, left));
  contents.replace(number, tally(cells), survivors);
  return blamed.flat().map((client) => clients[client]);
}

/**
 * A sum of changes, among the clients with changes and those that have contributed nothing so far; aborts if there is
 * none.
 * @returns the clients whose changes are in it
 */
export function* sumChanges(
  self: Self,
  { secrecy, clients }: Agreed,
  contents: Contents,
  number: number,
  group: readonly number[],
) {
  const names = group.map((client) => clients[client]);
  const { sum } = secrecy as NonNullable<typeof secrecy>;
  const parties = Uint32Array.from(group);
  const cells = group.reduce((all, client) => all + contents.changedCells(client), 0);
  for (const client of group)
    yield* send(clients[client], Learn, {
      number,
      afresh: false,
      since: contents.since[client],
      parties,
      cells,
    });
  const expected = group.map((client) => contents.left[client] - contents.counted[client]);
  const changes = yield* step(sumCells(self, sessionOfChanges(sum, names, cells), number, expected));
  const counted = changes.survivors.map((place) => group[place]);
  contents.add(number, tally(changes.cells), counted);
  return counted;
}

/** Lines 3 and 4 of Algorithm 5. Returns the clients whose changes are known; of the others nothing is known any more. */
export function* summaries(
  agreed: Agreed,
  contents: Contents,
  number: number,
  contributing: readonly number[],
) {
  const { clients, dimension, localClusters, timeout } = agreed;
  yield* phase('summary');
  const received = yield* collect(Summary, {
    count: contributing.length,
    from: contributing.map((client) => clients[client]),
    timeoutNs: timeout,
    accept: ({ from, body }) => {
      if (body.number !== number) return 'late';
      const client = clients.indexOf(from);
      const rows = body.sizes.length;
      if (rows > localClusters[client] || body.centres.length !== rows * dimension) return 'wrong shape';
      const points = body.sizes.reduce((sum, size) => sum + size, 0);
      const whole = body.sizes.every((size) => Number.isInteger(size) && size >= 0);
      if (points !== contents.left[client] || !whole) return 'wrong sizes';
      return inAnnouncedRange(body.centres, agreed) || 'not in the announced range';
    },
  });
  // A client that falls silent when its centres change must not be represented by the old ones.
  for (const client of contributing) contents.known.delete(client);
  for (const { from, body } of received) contents.known.set(clients.indexOf(from), body);
  return contributing;
}
