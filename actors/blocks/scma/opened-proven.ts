/** What coalitions learn of sparse sums with proofs: the server the sum, the server and the helper together every client's cells. */

import { messagesOf } from '../../../src/core/kit/attack.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import type { Member } from '../../../src/core/kit/index.ts';
import { Accepted, AggregateShare, Report } from '../prio3/messages.ts';
import { AGGREGATORS, algorithmFor } from '../prio3/session.ts';
import { FIELD128 } from '../vdaf/field.ts';
import type { OpenedCells } from './opened-cells.ts';
import { sumOf } from './client.ts';
import { provenSumOf, type SparseSession } from './session.ts';
import { decodeCells } from './tasks.ts';

/** Shares of clients' power sums as one aggregator has them, by client. */
type Shares = ReadonlyMap<number, readonly bigint[]>;

/** All cells opened to these members, in order of time. */
export function openedProvenCells(members: readonly Member[], session: SparseSession): OpenedCells[] {
  const [server, helper] = AGGREGATORS.map((role) => members.find(({ name }) => name === role));
  if (server === undefined) return [];
  const times = new Map<number, number>();
  for (const { timeNs, body } of messagesOf(server.received, Report))
    if (!times.has(body.aggregation)) times.set(body.aggregation, timeNs);
  return [...times].flatMap(([aggregation, timeNs]) => {
    const own = sharesOf(server, 0, aggregation, session);
    const opened: [clients: readonly number[], sums: readonly bigint[]][] = [];
    if (helper !== undefined) {
      const others = sharesOf(helper, 1, aggregation, session);
      for (const [client, share] of own) {
        const other = others.get(client);
        if (other !== undefined) opened.push([[client], FIELD128.addVectors(share, other)]);
      }
    }
    const accepted = messagesOf(server.sent, Accepted).find(({ body }) => body.aggregation === aggregation);
    const answer = messagesOf(server.received, AggregateShare).find(
      ({ body }) => body.aggregation === aggregation,
    );
    const rest = answer && FIELD128.decode(answer.body.share);
    if (accepted !== undefined && rest?.length === session.length) {
      const clients = [...accepted.body.parties];
      const zeros: readonly bigint[] = Array<bigint>(session.length).fill(0n);
      const sums = clients.reduce((sum, client) => FIELD128.addVectors(sum, own.get(client) ?? zeros), rest);
      opened.push([clients, sums]);
    }
    return opened.flatMap(([clients, sums]) => {
      const { shape, modulus, length } = session;
      const sum = new ModularVectors(modulus).from(sums);
      const cells = decodeCells.run({ shape, modulus, length, salt: aggregation, sum });
      return cells === undefined ? [] : [{ timeNs, number: sumOf(aggregation), clients, cells }];
    });
  });
}

function sharesOf(member: Member, aggregator: number, aggregation: number, session: SparseSession): Shares {
  // How many points a client has is nowhere in its shares.
  const sizes = session.clients.map(() => session.shape.points);
  const algorithm = algorithmFor(provenSumOf(session, aggregation, sizes), session.shape.points);
  const anyKey = new Uint8Array(32);
  const reports = messagesOf(member.received, Report).filter(({ body }) => body.aggregation === aggregation);
  return new Map(
    reports.flatMap(({ from, body: { nonce, publicShare, share } }) => {
      const begun = algorithm.verifyInit(anyKey, aggregator, nonce, publicShare, share);
      return begun === undefined ? [] : [[session.clients.indexOf(from), begun.kept.outputShare] as const];
    }),
  );
}
