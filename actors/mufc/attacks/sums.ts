/**
 * The cells of single clients, out of sums of many: of a part of the clients that a coalition can open by itself, or out of
 * several sums that differ by who was there (So et al. 2023). What a client has in its cells stays the same from sum to sum
 * but for removals, so every change of a client is one more unknown.
 */

import { LinearSums, messagesOf, oncePerView } from '../../../src/kit/attack.ts';
import type { View } from '../../../src/kit/index.ts';
import { type Cell, openedCells, type OpenedCells } from '../../blocks/index.ts';
import { Leave, Removed } from '../removal/messages.ts';
import type { Agreed } from '../agreed.ts';

/** All that the sums of a run give away. */
export interface SeenSums {
  /** Every sum that could be opened, in order of time. */
  readonly opened: readonly OpenedCells[];
  /** Clients whose cells follow, by number, and these cells as they were last. */
  readonly alone: ReadonlyMap<number, readonly Cell[]>;
  /** What changed at a client from one sum to the next, where that follows. */
  readonly changes: readonly { readonly client: number; readonly lost: readonly Cell[] }[];
}

/** Worked out once for all attacks. */
export const seenSums: (view: View<Agreed>) => SeenSums = oncePerView(
  ({ agreed, members }: View<Agreed>): SeenSums => {
    const { secrecy, clients } = agreed;
    if (secrecy === undefined) return { opened: [], alone: new Map(), changes: [] };
    const opened = openedCells(members, secrecy.sum);
    const changed = members
      .flatMap(({ received }) => messagesOf(received, Removed))
      .filter(({ body }) => body.changed)
      .map(({ timeNs, from }) => ({ timeNs, client: clients.indexOf(from) }));
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
      return { parties: parties.map((party) => unknown(party, life(party, timeNs))), cells };
    });
    const names = [...places.keys()];
    const at = new Map(names.map((name, i) => [name, i]));
    const sums = new LinearSums(unknowns.size);
    for (const { parties, cells } of rows) {
      const coefficients = new Float64Array(unknowns.size);
      for (const party of parties) coefficients[party] = 1;
      const counts = new Float64Array(names.length);
      for (const { place, count } of cells) counts[at.get(place.join()) ?? 0] = count;
      sums.add(coefficients, counts);
    }
    // Whoever left has nothing from then on.
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
