/**
 * The cells of single clients, recovered from sums of many: from partial sums that a coalition can open, or from
 * several sums that differ in who took part (So et al. 2023). A client's cells stay the same from sum to sum except
 * for removals, so every change at a client adds an unknown.
 */

import { messagesOf, oncePerView } from '../../../src/core/kit/attack.ts';
import type { View } from '../../../src/core/kit/index.ts';
import {
  type Cell,
  openedCells,
  type OpenedCells,
  sessionOfChanges,
  type SparseSession,
} from '../../blocks/index.ts';
import { Learn } from '../messages.ts';
import { Leave, Removed } from '../removal/messages.ts';
import type { Agreed } from '../agreed.ts';
import { CellEquations, type Version } from './cell-equations.ts';

/** Everything that the sums of a run reveal. */
export interface SeenSums {
  /** Every sum that could be opened, in order of time. */
  readonly opened: readonly OpenedCells[];
  /** Clients whose cells are determined, by number, with their last cells. */
  readonly alone: ReadonlyMap<number, readonly Cell[]>;
  /** What changed at a client from one sum to the next, where that is determined. */
  readonly changes: readonly { readonly client: number; readonly lost: readonly Cell[] }[];
}

/** Computed once for all attacks. */
export const seenSums: (view: View<Agreed>) => SeenSums = oncePerView((view: View<Agreed>): SeenSums => {
  const { secrecy } = view.agreed;
  if (secrecy === undefined) return { opened: [], alone: new Map(), changes: [] };
  const partial = partialSums(view);
  const opened = openedCells(view.members, secrecy.sum).filter(({ number }) => !partial.has(number));
  const changed = changesOf(view);
  const versionAt = (client: number, timeNs: number): Version => ({
    client,
    changes: changed.filter((one) => one.client === client && one.timeNs < timeNs).length,
  });

  const equations = new CellEquations();
  for (const { timeNs, clients, cells } of opened)
    equations.add({ plus: clients.map((client) => versionAt(client, timeNs)), cells });
  // A change sent in the clear is the difference itself.
  for (const { timeNs, client, cells } of changed) {
    const before = versionAt(client, timeNs);
    if (cells.length > 0) equations.add({ plus: [next(before)], minus: [before], cells });
  }
  for (const sum of partial.values())
    for (const { clients, cells } of openedPartial(view, secrecy.sum, sum))
      equations.add({
        plus: clients.map((client) => versionAt(client, sum.timeNs)),
        minus: clients.flatMap((client) => contributedAt(client, sum, partial, versionAt)),
        cells,
      });
  // A client that left has nothing from then on.
  for (const { timeNs, client } of departuresOf(view)) {
    const after = next(versionAt(client, timeNs));
    if (equations.has(after)) equations.add({ plus: [after], cells: [] });
  }

  const { known, excess } = equations.solve();
  return {
    opened,
    alone: new Map(
      known
        .filter(({ cells }) => cells.length > 0)
        .toSorted((a, b) => a.version.changes - b.version.changes)
        .map(({ version, cells }) => [version.client, cells]),
    ),
    changes: changed.flatMap(({ client }, i) => {
      const earlier = changed.slice(0, i).filter((one) => one.client === client);
      const before: Version = { client, changes: earlier.length };
      const lost = excess(before, next(before));
      return lost === undefined ? [] : [{ client, lost }];
    }),
  };
});

function next({ client, changes }: Version): Version {
  return { client, changes: changes + 1 };
}

interface Change {
  readonly timeNs: number;
  readonly client: number;
  /** The difference that it makes, if it was sent in the clear. */
  readonly cells: readonly Cell[];
}

/** Every change at a client that was reported, once. */
function changesOf({ agreed, members }: View<Agreed>): readonly Change[] {
  const { clients, dimension } = agreed;
  return members
    .flatMap(({ received }) => messagesOf(received, Removed))
    .filter(({ body }, i, all) => body.changed && all.findIndex((one) => sameAnswer(one, all[i])) === i)
    .map(({ timeNs, from, body: { places, differences } }) => ({
      timeNs,
      client: clients.indexOf(from),
      cells: Array.from(differences, (count, i) => ({
        place: [...places.subarray(i * dimension, (i + 1) * dimension)],
        count,
      })),
    }));
}

/** When which clients left. */
function departuresOf({ agreed, members }: View<Agreed>) {
  return members
    .flatMap(({ sent }) => messagesOf(sent, Leave))
    .map(({ timeNs, to }) => ({ timeNs, client: agreed.clients.indexOf(to) }));
}

/** A sum of what changed: when it began, among whom, and since which sum of each. */
interface PartialSum {
  readonly number: number;
  readonly timeNs: number;
  readonly group: readonly number[];
  readonly since: ReadonlyMap<number, number>;
  /** How many cells it had room for. */
  readonly cells: number;
}

/** Partial sums by number, as the server requested them. */
function partialSums({ agreed, members }: View<Agreed>): ReadonlyMap<number, PartialSum> {
  const sums = new Map<number, PartialSum & { since: Map<number, number> }>();
  for (const { sent } of members)
    for (const { timeNs, to, body } of messagesOf(sent, Learn)) {
      if (body.parties.length === 0) continue;
      const sum = sums.get(body.number) ?? {
        number: body.number,
        timeNs,
        group: [...body.parties],
        cells: body.cells,
        since: new Map(),
      };
      sum.since.set(agreed.clients.indexOf(to), body.since);
      sums.set(body.number, sum);
    }
  return sums;
}

/** What the coalition can open of a partial sum: the cells, and whose they are by number. */
function openedPartial(
  { agreed: { clients }, members }: View<Agreed>,
  session: SparseSession,
  { number, group, cells }: PartialSum,
): readonly Pick<OpenedCells, 'clients' | 'cells'>[] {
  const names = group.map((client) => clients[client]);
  const those = members.filter(({ name }) => !clients.includes(name) || names.includes(name));
  return openedCells(those, sessionOfChanges(session, names, cells))
    .filter((sum) => sum.number === number)
    .map((sum) => ({ clients: sum.clients.map((at) => group[at]), cells: sum.cells }));
}

/** The version since which a partial sum has the difference at a client; none if it has all its cells. */
function contributedAt(
  client: number,
  { since }: PartialSum,
  partial: ReadonlyMap<number, PartialSum>,
  versionAt: (client: number, timeNs: number) => Version,
): readonly Version[] {
  const last = since.get(client) ?? -1;
  if (last < 0) return [];
  return [last === 0 ? { client, changes: 0 } : versionAt(client, partial.get(last)?.timeNs ?? 0)];
}

/** Whether two answers are from the same client about the same request. */
function sameAnswer(
  a: { readonly from: string; readonly body: { readonly request: number } },
  b: { readonly from: string; readonly body: { readonly request: number } },
): boolean {
  return a.from === b.from && a.body.request === b.body.request;
}
