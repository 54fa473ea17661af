/**
 * The cells of single clients, recovered from sums of many: from partial sums that a coalition can open, or from
 * several sums that differ in who took part (So et al. 2023). A client's cells stay the same from sum to sum except
 * for removals, so every change at a client adds an unknown.
 */

import { LinearSums, messagesOf, oncePerView } from '../../../src/core/kit/attack.ts';
import type { View } from '../../../src/core/kit/index.ts';
import { type Cell, openedCells, type OpenedCells, sessionOfChanges } from '../../blocks/index.ts';
import { Learn } from '../messages.ts';
import { Leave, Removed } from '../removal/messages.ts';
import type { Agreed } from '../agreed.ts';

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
export const seenSums: (view: View<Agreed>) => SeenSums = oncePerView(
  ({ agreed, members }: View<Agreed>): SeenSums => {
    const { secrecy, clients } = agreed;
    if (secrecy === undefined) return { opened: [], alone: new Map(), changes: [] };
    const partial = partialSums(members, clients);
    const opened = openedCells(members, secrecy.sum).filter(({ number }) => !partial.has(number));
    const changed = members
      .flatMap(({ received }) => messagesOf(received, Removed))
      .filter(({ body }, i, all) => body.changed && all.findIndex((one) => sameAnswer(one, all[i])) === i)
      .map(({ timeNs, from, body }) => ({ timeNs, client: clients.indexOf(from), body }));
    const left = members
      .flatMap(({ sent }) => messagesOf(sent, Leave))
      .map(({ timeNs, to }) => ({ timeNs, from: clients.indexOf(to) }));
    /** How often a client had changed by then. */
    const life = (client: number, before: number): number =>
      changed.filter((one) => one.client === client && one.timeNs < before).length;

    const unknowns = new Map<string, number>();
    const unknown = (client: number, at: number): number => {
      const name = `${client} ${at}`;
      const known = unknowns.get(name) ?? unknowns.size;
      unknowns.set(name, known);
      return known;
    };
    const places = new Map<string, readonly number[]>();
    const rows = opened.map(({ timeNs, clients: parties, cells }) => {
      for (const { place } of cells) places.set(place.join(), place);
      return {
        plus: parties.map((party) => unknown(party, life(party, timeNs))),
        minus: [] as number[],
        cells,
      };
    });
    // A change sent in the clear is the difference itself.
    for (const { timeNs, client, body } of changed) {
      if (body.differences.length === 0) continue;
      const before = life(client, timeNs);
      const cells = Array.from(body.differences, (count, i) => ({
        place: [...body.places.subarray(i * agreed.dimension, (i + 1) * agreed.dimension)],
        count,
      }));
      for (const { place } of cells) places.set(place.join(), place);
      rows.push({ plus: [unknown(client, before + 1)], minus: [unknown(client, before)], cells });
    }
    // A sum of differences, each since the client's last contribution.
    for (const [number, { timeNs, group, since, cells }] of partial) {
      const names = group.map((client) => clients[client]);
      const session = sessionOfChanges(secrecy.sum, names, cells);
      const those = members.filter(({ name }) => !clients.includes(name) || names.includes(name));
      const lifeAt = (client: number, sum: number): number =>
        sum === 0 ? 0 : life(client, partial.get(sum)?.timeNs ?? 0);
      for (const sum of openedCells(those, session)) {
        if (sum.number !== number) continue;
        for (const { place } of sum.cells) places.set(place.join(), place);
        const parties = sum.clients.map((at) => group[at]);
        rows.push({
          plus: parties.map((client) => unknown(client, life(client, timeNs))),
          minus: parties.flatMap((client) => {
            const last = since.get(client) ?? -1;
            return last < 0 ? [] : [unknown(client, lifeAt(client, last))];
          }),
          cells: sum.cells,
        });
      }
    }
    const names = [...places.keys()];
    const at = new Map(names.map((name, i) => [name, i]));
    const sums = new LinearSums(unknowns.size);
    for (const { plus, minus, cells } of rows) {
      const coefficients = new Float64Array(unknowns.size);
      for (const one of plus) coefficients[one] += 1;
      for (const one of minus) coefficients[one] -= 1;
      const counts = new Float64Array(names.length);
      for (const { place, count } of cells) counts[at.get(place.join()) ?? 0] = count;
      sums.add(coefficients, counts);
    }
    // A client that left has nothing from then on.
    for (const { timeNs, from } of left) {
      const after = unknowns.get(`${from} ${life(from, timeNs) + 1}`);
      if (after === undefined) continue;
      const coefficients = new Float64Array(unknowns.size);
      coefficients[after] = 1;
      sums.add(coefficients, new Float64Array(names.length));
    }
    const cellsFrom = (counts: Float64Array, sign: 1 | -1): Cell[] =>
      names.flatMap((name, i) => {
        const count = sign * Math.round(counts[i]);
        return count > 0 ? [{ place: places.get(name) ?? [], count }] : [];
      });
    const alone = new Map<number, readonly Cell[]>();
    const lives = new Map([...unknowns].map(([name, i]) => [i, name.split(' ').map(Number)]));
    const known = [...sums.known()].map(({ unknown: i, value }) => {
      const [client = 0, number = 0] = lives.get(i) ?? [];
      return { client, number, value };
    });
    for (const { client, value } of known.toSorted((a, b) => a.number - b.number))
      if (value.some((count) => Math.round(count) > 0)) alone.set(client, cellsFrom(value, 1));
    const changes = changed.flatMap(({ client }, i) => {
      const number = changed.slice(0, i).filter((one) => one.client === client).length;
      const [before, after] = [unknowns.get(`${client} ${number}`), unknowns.get(`${client} ${number + 1}`)];
      if (before === undefined || after === undefined) return [];
      const coefficients = new Float64Array(unknowns.size);
      coefficients[after] = 1;
      coefficients[before] = -1;
      const difference = sums.find(coefficients);
      return difference === undefined ? [] : [{ client, lost: cellsFrom(difference, -1) }];
    });
    return { opened, alone, changes };
  },
);

/** A sum of what changed: when it began, among whom, and since which sum of each. */
interface PartialSum {
  readonly timeNs: number;
  readonly group: readonly number[];
  readonly since: ReadonlyMap<number, number>;
  /** How many cells it had room for. */
  readonly cells: number;
}

/** Partial sums by number, as the server requested them. */
function partialSums(
  members: View<Agreed>['members'],
  clients: readonly string[],
): ReadonlyMap<number, PartialSum> {
  const sums = new Map<number, PartialSum & { since: Map<number, number> }>();
  for (const { sent } of members)
    for (const { timeNs, to, body } of messagesOf(sent, Learn)) {
      if (body.parties.length === 0) continue;
      const sum = sums.get(body.number) ?? {
        timeNs,
        group: [...body.parties],
        cells: body.cells,
        since: new Map(),
      };
      sum.since.set(clients.indexOf(to), body.since);
      sums.set(body.number, sum);
    }
  return sums;
}

/** Whether two answers are from the same client about the same request. */
function sameAnswer(
  a: { readonly from: string; readonly body: { readonly request: number } },
  b: { readonly from: string; readonly body: { readonly request: number } },
): boolean {
  return a.from === b.from && a.body.request === b.body.request;
}
