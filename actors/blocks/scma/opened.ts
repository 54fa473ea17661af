/**
 * What a coalition that includes the server learns from sparse sums: of all clients, of groups that were summed
 * again, and of parts of them.
 */

import { messagesOf } from '../../../src/core/kit/attack.ts';
import type { Member } from '../../../src/core/kit/index.ts';
import { Report } from '../flamingo/messages.ts';
import { Masked } from '../secagg/messages.ts';
import { openedSums } from '../sums/index.ts';
import { sumOf } from './client.ts';
import { Regroup } from './messages.ts';
import type { OpenedCells } from './opened-cells.ts';
import { openedProvenCells } from './opened-proven.ts';
import { aggregationOf, type SparseSession } from './session.ts';
import { decodeCells } from './tasks.ts';

/** All cells opened to these members, in order of time. */
export function openedCells(members: readonly Member[], session: SparseSession): OpenedCells[] {
  if (session.proven !== undefined) return openedProvenCells(members, session);
  const server = members.find(({ name }) => !session.clients.includes(name));
  if (server === undefined) return [];
  const groups = new Map(
    messagesOf(server.sent, Regroup).map(({ body }) => [body.aggregation, [...body.parties]]),
  );
  const first = new Map<number, number>();
  const vectors = [...messagesOf(server.received, Masked), ...messagesOf(server.received, Report)];
  for (const { timeNs, body } of vectors.toSorted((a, b) => a.timeNs - b.timeNs))
    if (!first.has(body.aggregation)) first.set(body.aggregation, timeNs);
  return [...first].flatMap(([aggregation, timeNs]) => {
    const group = groups.get(aggregation) ?? [...session.clients.keys()];
    const names = group.map((party) => session.clients[party]);
    return openedSums(members, aggregationOf(session, aggregation, names)).flatMap(({ parties, sum }) => {
      const { shape, modulus, length } = session;
      const cells = decodeCells.run({ shape, modulus, length, salt: aggregation, sum });
      const number = sumOf(aggregation);
      return cells === undefined
        ? []
        : [{ timeNs, number, clients: parties.map((party) => group[party]), cells }];
    });
  });
}
